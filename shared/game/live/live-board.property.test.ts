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
import { NO_MERGES, resolveSong } from '../merged-songs.ts'
import { scorePrediction } from '../scoring.ts'
import { type ActualSetlist, arrangeSets, type OpenSet, type Picks, SET_NAMES } from '../setlist.ts'
import { LiveBoard } from './live-board.ts'

/** Labels of setlist data sites: with a third set and a second encore. */
const LABELS = ['1', '2', '3', 'e', 'e2'] as const
const OPEN_SETS = { 1: 'set1', 2: 'set2', 3: 'further', e: 'encore', e2: 'encore' } as const

type Label = (typeof LABELS)[number]
type Entry = { readonly set: Label; readonly song: number }
type Revision = { readonly actual: ActualSetlist; readonly openSet: OpenSet }

/** Songs weigh most. */
const KINDS = [
  'song',
  'song',
  'song',
  'song',
  'song',
  'song',
  'song',
  'song',
  'next',
  'insert',
  'replace',
  'remove',
  'open',
  'over',
  'undo',
  'repeat',
] as const

/** What an operator does; `at` is taken modulo what there is. Not every kind uses every field. */
type Tap = { readonly kind: (typeof KINDS)[number]; readonly at: number; readonly song: number }

const tapsOf = (most: number): fc.Arbitrary<Tap[]> => {
  const kind = fc.constantFrom(...KINDS)
  const tap = fc.record({ kind, at: fc.nat(40), song: fc.integer({ min: 1, max: most }) })
  return fc.array(tap, { minLength: 5, maxLength: 40, size: 'max' })
}

type State = { readonly entries: readonly Entry[]; readonly open: Label | null }

/** After each tap; the last one is the show when it is over. */
function revisionsOf(taps: readonly Tap[]): Revision[] {
  let before = EMPTY
  let state = EMPTY
  const states = taps.map((tap) => {
    const next = tap.kind === 'undo' ? before : applyTap(tap, state)
    before = state
    state = next
    return next
  })
  return [...states, { ...state, open: null }].map(({ entries, open }) => ({
    actual: arrangeSets(entries),
    openSet: open && OPEN_SETS[open],
  }))
}

const EMPTY: State = { entries: [], open: '1' }

function applyTap({ kind, at, song }: Tap, { entries, open }: State): State {
  const set = open ?? 'e'
  const index = at % Math.max(entries.length, 1)
  const inPlace = entries.slice(index, index + 1).map((entry) => ({ ...entry, song }))
  switch (kind) {
    case 'song':
      return { entries: [...entries, { set, song }], open: set }
    case 'insert':
      return { entries: entries.toSpliced(index, 0, ...inPlace), open }
    case 'replace':
      return { entries: entries.toSpliced(index, 1, ...inPlace), open }
    case 'remove':
      return { entries: entries.toSpliced(index, 1), open }
    case 'open':
      return { entries, open: LABELS[at % LABELS.length] ?? null }
    case 'next':
      return { entries, open: LABELS[LABELS.indexOf(set) + 1] ?? null }
    case 'over':
      return { entries, open: null }
    default:
      return { entries, open }
  }
}

/** From few songs, so that most cards repeat some, to many. */
const nights = fc.constantFrom(4, 15, 60, 65_535).chain((most) =>
  fc.record({
    taps: tapsOf(most),
    predictions: fc.array(picksOf(most), { maxLength: 30, size: 'max' }),
    merged: fc.oneof(fc.constant(NO_MERGES), mergesOf(most)),
  }),
)

describe('live board', () => {
  test('equals the bulk scorer after every revision', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(nights, ({ taps, predictions, merged }) => {
        const packed = packAll(predictions)
        const board = new LiveBoard(packed, merged)

        for (const { actual, openSet } of revisionsOf(taps)) {
          board.update(actual, openSet)

          const totals = totalsByBulkScorer(packed, actual, openSet, merged)
          expect(Array.from(board.totals)).toEqual(totals)
          expectRowsOf(board, totals)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('equals the final scores once the show is over', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(nights, ({ taps, predictions, merged }) => {
        const board = new LiveBoard(packAll(predictions), merged)
        const revisions = revisionsOf(taps)
        for (const { actual, openSet } of revisions) board.update(actual, openSet)
        const last = revisions.at(-1)?.actual ?? arrangeSets<number>([])

        expect(Array.from(board.totals)).toEqual(
          predictions.map((picks) => scorePrediction(picks, last, merged).total),
        )
        expect(board.songs()).toEqual(countSongs(predictions, last, (song) => resolveSong(merged, song)))
      }),
      { numRuns: 100 },
    )
  })

  test('takes no point back while songs are added', { timeout: MANY_CASES_TIMEOUT }, () => {
    const additions = nights.map(({ taps, ...night }) => ({
      ...night,
      taps: taps.filter(({ kind }) => kind === 'song' || kind === 'next'),
    }))
    fc.assert(
      fc.property(additions, ({ taps, predictions, merged }) => {
        const board = new LiveBoard(packAll(predictions), merged)
        let before = board.totals.slice()
        for (const { actual, openSet } of revisionsOf(taps)) {
          board.update(actual, openSet)
          expect(board.totals.every((total, player) => total >= (before[player] ?? 0))).toBe(true)
          before = board.totals.slice()
        }
      }),
      { numRuns: 100 },
    )
  })
})

function countSongs(predictions: readonly Picks[], actual: ActualSetlist, song: (id: number) => number) {
  const played = [...SET_NAMES.flatMap((set) => actual[set]), ...actual.further.flatMap(({ songs }) => songs)]
  return Array.from(new Set(played.map(song)), (songId) => {
    const isSong = (id: number | null | undefined) => typeof id === 'number' && song(id) === songId
    const has = ({ set1, set2, encore }: Picks) => [...set1, ...set2, ...encore].some(isSong)
    const isExact = (picks: Picks) =>
      SET_NAMES.some((set) => picks[set].some((id, index) => isSong(id) && isSong(actual[set][index])))
    return { songId, players: predictions.filter(has).length, exact: predictions.filter(isExact).length }
  })
}
