import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import {
  expectRowsOf,
  mergesOf,
  packAll,
  picksOf,
  totalsByBulkScorer,
} from '@called-it/tests/support/live-reference'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_MERGES } from '../merged-songs.ts'
import { arrangeSets } from '../setlist.ts'
import { LiveBoard } from './live-board.ts'
import { replaySteps } from './replay.ts'

/** By the labels of setlist data sites, which the reference reads: the names that are stored, and the open set. */
const SETS = {
  1: ['set1', 'set1'],
  2: ['set2', 'set2'],
  3: ['3', 'further'],
  4: ['4', 'further'],
  e: ['encore', 'encore'],
  e2: ['encore', 'encore'],
} as const
const LABELS = ['1', '2', '3', '4', 'e', 'e2'] as const

/** Sets in any order; from few songs, so that most are played and picked again, to many. */
const shows = fc.constantFrom(4, 15, 60, 65_535).chain((most) => {
  const song = fc.integer({ min: 1, max: most })
  return fc.record({
    played: fc.array(fc.record({ set: fc.constantFrom(...LABELS), song }), { maxLength: 30, size: 'max' }),
    predictions: fc.array(picksOf(most), { maxLength: 30, size: 'max' }),
    merged: fc.oneof(fc.constant(NO_MERGES), mergesOf(most)),
  })
})

describe('replay', () => {
  test('has the board of a fresh scoring after each song', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(shows, ({ played, predictions, merged }) => {
        const packed = packAll(predictions)
        const board = new LiveBoard(packed, merged)
        const steps = replaySteps(played.map(({ set, song }) => ({ set: SETS[set][0], song })))

        expect(steps).toHaveLength(played.length)
        for (const [index, { actual, openSet }] of steps.entries()) {
          board.update(actual, openSet)

          const last = played[index]?.set ?? '1'
          const open = index === played.length - 1 ? null : SETS[last][1]
          const totals = totalsByBulkScorer(packed, arrangeSets(played.slice(0, index + 1)), open, merged)
          expect(Array.from(board.totals)).toEqual(totals)
          expectRowsOf(board, totals)
        }
      }),
      { numRuns: 100 },
    )
  })
})
