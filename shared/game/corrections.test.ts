import { MANY_CASES_TIMEOUT, picksAt, playedSetlist } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareResults, explainPoints, type Result } from './corrections.ts'
import { scorePrediction } from './scoring.ts'
import type { ActualSetlist, Picks } from './setlist.ts'

const resultOf = (sets: Partial<ActualSetlist>, merged: [number, number][] = []): Result => ({
  actual: playedSetlist(sets),
  merged: new Map(merged),
})

describe('comparing results', () => {
  test('lists songs that moved, and those that open or close no more', () => {
    const before = resultOf({ set1: [1, 2, 3], encore: [9] })
    const after = resultOf({ set1: [1, 3, 4], encore: [9] })

    expect(compareResults(before, after)).toEqual([
      {
        songId: 3,
        before: [{ set: 'set1', position: 3, special: 'closes' }],
        after: [{ set: 'set1', position: 2, special: null }],
        countsAs: null,
      },
      {
        songId: 4,
        before: [],
        after: [{ set: 'set1', position: 3, special: 'closes' }],
        countsAs: null,
      },
      {
        songId: 2,
        before: [{ set: 'set1', position: 2, special: null }],
        after: [],
        countsAs: null,
      },
    ])
  })

  test('lists a song that is merged since, and the one that it counts as', () => {
    const places = [{ set: '3', position: 1, special: null }]
    expect(
      compareResults(
        resultOf({ further: [{ set: '3', songs: [5] }] }),
        resultOf({ further: [{ set: '3', songs: [5] }] }, [
          [6, 5],
          [8, 7],
        ]),
      ),
    ).toEqual([
      { songId: 5, before: places, after: places, countsAs: null },
      { songId: 6, before: [], after: places, countsAs: 5 },
    ])
  })

  test('lists nothing where another of two merged songs is kept', () => {
    const sets = { set1: [1, 2] }
    expect(compareResults(resultOf(sets, [[2, 5]]), resultOf(sets, [[5, 2]]))).toEqual([])
  })
})

describe('explained points', () => {
  test('sums the points of a song that was picked twice', () => {
    const picks = picksAt({ set1: { 2: 1 }, set2: { 3: 1 }, encore: { 1: 2 } })
    const after = resultOf({ set1: [9, 1, 8], set2: [7, 1], encore: [2] })

    expect(explainPoints(picks, resultOf({ set1: [1], encore: [2] }), after)).toEqual([
      { songId: 1, before: 6, after: 16 },
    ])
  })

  test('adds up to the change of the total', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(corrections, ({ picks, before, after }) => {
        const parts = explainPoints(picks, before, after)

        const totals = [before, after].map(
          ({ actual, merged }) => scorePrediction(picks, actual, merged).total,
        )
        const sumOf = (points: number[]) => points.reduce((sum, each) => sum + each, 0)
        expect(sumOf(parts.map((part) => part.after - part.before))).toBe(
          sumOf([-(totals[0] ?? 0), totals[1] ?? 0]),
        )
        const changed = compareResults(before, after).map(({ songId }) => songId)
        expect(changed).toEqual(expect.arrayContaining(parts.map(({ songId }) => songId)))
      }),
      { numRuns: 2_000 },
    )
  })
})

const song = fc.integer({ min: 1, max: 12 })
const songs = (maxLength: number) => fc.array(song, { maxLength })
const merges = fc
  .tuple(fc.uniqueArray(song, { maxLength: 4 }), fc.array(song, { minLength: 4, maxLength: 4 }))
  .map(([merged, into]) => {
    const links = merged.map((songId, index) => [songId, into[index] ?? 1] as const)
    return new Map(links.filter(([, end]) => !merged.includes(end)))
  })
const setlist: fc.Arbitrary<ActualSetlist> = fc.record({
  set1: songs(6),
  set2: songs(5),
  encore: songs(3),
  further: fc.array(fc.record({ set: fc.constant('3'), songs: songs(3) }), { maxLength: 1 }),
})
const slots = (maxLength: number) => fc.array(fc.option(song, { freq: 4 }), { maxLength })
const prediction: fc.Arbitrary<Picks> = fc.record({ set1: slots(8), set2: slots(8), encore: slots(3) })

/** Setlists that differ in a song or two, and such that have nothing in common. */
const edited = fc
  .tuple(setlist, fc.nat({ max: 5 }), song, fc.boolean())
  .map(([actual, at, songId, inserts]) => {
    const set1 = actual.set1.toSpliced(at, inserts ? 0 : 1, songId)
    return [actual, { ...actual, set1 }] as const
  })
const corrections = fc
  .record({
    picks: prediction,
    setlists: fc.oneof(
      edited,
      fc.tuple(setlist, setlist),
      setlist.map((actual) => [actual, actual] as const),
    ),
    merges: fc.oneof(
      fc.tuple(merges, merges),
      merges.map((merged) => [merged, merged] as const),
    ),
  })
  .map(({ picks, setlists: [was, is], merges: [mergedBefore, mergedAfter] }) => ({
    picks,
    before: { actual: was, merged: mergedBefore },
    after: { actual: is, merged: mergedAfter },
  }))
