import { MANY_CASES_TIMEOUT, picksAt, playedSetlist } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveSong } from '../merged-songs.ts'
import { POINTS } from '../points.ts'
import { scorePrediction } from '../scoring.ts'
import type { ActualSetlist, OpenSet, Picks, SongId } from '../setlist.ts'
import { createBulkScorer } from './bulk-scoring.ts'
import { PACKED_PICKS_BYTES, packPicks } from './packed-picks.ts'

/** From few songs, so that many rows pick one twice, to many, so that most rows are looked up. */
const songsUpTo = (most: number) => fc.integer({ min: 1, max: most })
const picksOf = (most: number): fc.Arbitrary<Picks> => {
  const set = (size: number) => fc.array(fc.option(songsUpTo(most), { freq: 4 }), { maxLength: size })
  return fc.record({ set1: set(8), set2: set(8), encore: set(3) })
}
const actualOf = (most: number): fc.Arbitrary<ActualSetlist> => {
  const songs = (maxLength: number) => fc.array(songsUpTo(most), { maxLength })
  const further = fc.array(fc.record({ set: fc.constantFrom('3', '4'), songs: songs(5) }), { maxLength: 2 })
  return fc.record({ set1: songs(14), set2: songs(12), encore: songs(6), further })
}
const games = fc.constantFrom(3, 12, 60, 65_535).chain((most) =>
  fc.record({
    actual: actualOf(most),
    openSet: fc.constantFrom<OpenSet>(null, 'set1', 'set2', 'encore', 'further'),
    predictions: fc.array(picksOf(most), { maxLength: 20 }),
  }),
)

/** Several songs into one, also songs that nobody played. */
const mergedGames = fc.constantFrom(3, 12, 60).chain((most) =>
  fc.record({
    actual: actualOf(most),
    predictions: fc.array(picksOf(most), { maxLength: 5 }),
    merged: fc
      .tuple(fc.uniqueArray(songsUpTo(most), { maxLength: 6 }), fc.array(songsUpTo(most), { minLength: 6 }))
      .map(([songs, into]) => {
        const links = songs.map((songId, index) => [songId, into[index] ?? 1] as const)
        return new Map(links.filter(([, end]) => !songs.includes(end)))
      }),
  }),
)

const replaceInPicks = ({ set1, set2, encore }: Picks, song: (songId: SongId) => SongId): Picks => {
  const slots = (set: Picks['set1']) => set.map((songId) => songId && song(songId))
  return { set1: slots(set1), set2: slots(set2), encore: slots(encore) }
}
const replaceInSetlist = (actual: ActualSetlist, song: (songId: SongId) => SongId): ActualSetlist => ({
  set1: actual.set1.map(song),
  set2: actual.set2.map(song),
  encore: actual.encore.map(song),
  further: actual.further.map(({ set, songs }) => ({ set, songs: songs.map(song) })),
})

function expectedOf(picks: Picks, actual: ActualSetlist, openSet: OpenSet) {
  const { total, categories } = scorePrediction(picks, actual, undefined, openSet)
  return {
    total,
    songInShow: categories.songInShow.count,
    songInSet: categories.songInSet.count,
    correctSong: categories.correctSong.count,
    correctSpecial: categories.correctSpecial.count,
    encoreInSet: categories.encoreInSet.count,
  }
}

describe('bulk scorer', () => {
  test('gives every prediction what scorePrediction gives it', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(games, ({ actual, openSet, predictions }) => {
        const rows = new Uint8Array(predictions.length * PACKED_PICKS_BYTES)
        predictions.forEach((picks, index) => {
          rows.set(packPicks(picks), index * PACKED_PICKS_BYTES)
        })
        const scorer = createBulkScorer(actual, undefined, openSet)

        predictions.forEach((picks, index) => {
          expect(scorer.score(rows, index * PACKED_PICKS_BYTES)).toEqual(expectedOf(picks, actual, openSet))
        })
      }),
      { numRuns: 100 },
    )
  })

  test('scores merged songs like the songs that they are', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(mergedGames, ({ actual, predictions, merged }) => {
        const song = (songId: SongId) => resolveSong(merged, songId)
        const replaced = replaceInSetlist(actual, song)
        const scorer = createBulkScorer(actual, merged)

        for (const picks of predictions) {
          const expected = scorePrediction(replaceInPicks(picks, song), replaced)
          const score = scorePrediction(picks, actual, merged)
          const hits = score.hits.map((hit) => ({ ...hit, songId: song(hit.songId) }))
          expect({ ...score, hits }).toEqual(expected)
          expect(scorer.score(packPicks(picks), 0).total).toBe(expected.total)
        }
      }),
      { numRuns: 100 },
    )
  })

  const show = playedSetlist({ set1: [1, 2, 3, 2], encore: [4] })

  test('counts the categories and sums the points', () => {
    const packed = packPicks(picksAt({ set1: { 1: 1, 2: 3, 3: 2 }, set2: { 1: 4 }, encore: { 3: 9 } }))

    expect(createBulkScorer(show).score(packed, 0)).toEqual({
      total: POINTS.correctSpecial + 2 * POINTS.songInSet + POINTS.songInShow,
      songInShow: 1,
      songInSet: 2,
      correctSong: 0,
      correctSpecial: 1,
      encoreInSet: 0,
    })
  })

  test('pays a song picked more often than it was played for its best places', () => {
    const packed = packPicks(picksAt({ set1: { 1: 2, 2: 2, 4: 2 } }))

    expect(createBulkScorer(show).score(packed, 0)).toMatchObject({
      total: POINTS.correctSong + POINTS.correctSpecial,
      correctSong: 1,
      correctSpecial: 1,
    })
  })

  test('returns one object, which a row without hits clears', () => {
    const scorer = createBulkScorer(show)
    const first = scorer.score(packPicks(picksAt({ set1: { 1: 1 } })), 0)
    const second = scorer.score(packPicks(picksAt({ set1: { 1: 77 } })), 0)

    expect(second).toBe(first)
    expect(second).toEqual({
      total: 0,
      songInShow: 0,
      songInSet: 0,
      correctSong: 0,
      correctSpecial: 0,
      encoreInSet: 0,
    })
  })

  test('counts nineteen picks of one category', () => {
    const songs = Array.from({ length: 19 }, (_, index) => index + 1)
    const picks = { set1: songs.slice(0, 8), set2: songs.slice(8, 16), encore: songs.slice(16) }
    const scorer = createBulkScorer(playedSetlist({ further: [{ set: '3', songs }] }))

    expect(scorer.score(packPicks(picks), 0)).toMatchObject({ songInShow: 19, total: 57 })
  })

  test('takes the lowest and the highest song number', () => {
    const scorer = createBulkScorer(playedSetlist({ set2: [65_535, 1] }))

    expect(scorer.score(packPicks(picksAt({ set2: { 1: 65_535, 2: 1 } })), 0).total).toBe(
      2 * POINTS.correctSpecial,
    )
  })

  test.each([0, 65_536, 2.5])('refuses a show in which song %d was played', (songId) => {
    const refused = new RangeError(`song number ${songId} cannot be picked`)
    expect(() => createBulkScorer(playedSetlist({ set1: [songId] }))).toThrow(refused)
  })

  test.each([-1, 1])('refuses to read outside the rows, at offset %d', (offset) => {
    const refused = new RangeError(`no packed picks at offset ${offset} of ${PACKED_PICKS_BYTES} bytes`)
    expect(() => createBulkScorer(show).score(new Uint8Array(PACKED_PICKS_BYTES), offset)).toThrow(refused)
  })
})
