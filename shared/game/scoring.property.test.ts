import { MANY_CASES_TIMEOUT, picksAt } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scorePrediction } from './scoring.ts'
import { type ActualSetlist, type Picks, SET_NAMES, type SongId } from './setlist.ts'

type Place = { readonly set: string; readonly position: number; readonly songId: SongId }

/** Beyond this many ways to pair picks with performances a case is not tried: listing them takes too long. */
const MAX_MATCHINGS = 2_000

/** Few songs, so that picks compete; fillers make positions past the first few worth something. */
const competingSong = fc.integer({ min: 1, max: 3 })
const filler = fc.integer({ min: 100, max: 110 })
const playedSong = fc.oneof({ weight: 2, arbitrary: competingSong }, { weight: 3, arbitrary: filler })
const playedSongs = (maxLength: number) => fc.array(playedSong, { maxLength })

const actualSetlists: fc.Arbitrary<ActualSetlist> = fc.record({
  set1: playedSongs(10),
  set2: playedSongs(8),
  encore: playedSongs(4),
  further: fc.array(fc.record({ set: fc.constantFrom('3', '4'), songs: playedSongs(3) }), { maxLength: 2 }),
})

const filledSlots = (size: number) =>
  fc.dictionary(fc.integer({ min: 1, max: size }).map(String), fc.oneof(competingSong, filler), {
    maxKeys: 4,
  })
const predictions = fc
  .record({ set1: filledSlots(8), set2: filledSlots(8), encore: filledSlots(3) })
  .map(picksAt)

test('finds the best-paying matching, ties to the earlier picks', {
  timeout: MANY_CASES_TIMEOUT,
}, () => {
  fc.assert(
    fc.property(predictions, actualSetlists, (picks, actual) => {
      fc.pre(countMatchings(picks, actual) <= MAX_MATCHINGS)

      const { hits, total } = scorePrediction(picks, actual)
      const scored = placesOf(picks).map(
        ({ set, position }) => hits.find((hit) => hit.set === set && hit.position === position)?.points ?? 0,
      )

      expect(scored).toEqual(bestMatching(picks, actual))
      expect(total).toBe(sum(scored))
    }),
    { numRuns: 500 },
  )
})

test('keeps counts, points and hits consistent', { timeout: MANY_CASES_TIMEOUT }, () => {
  fc.assert(
    fc.property(predictions, actualSetlists, (picks, actual) => {
      const { hits, total, categories } = scorePrediction(picks, actual)

      for (const [category, { count, points }] of Object.entries(categories)) {
        const ofCategory = hits.filter((hit) => hit.category === category)
        expect(count).toBe(ofCategory.length)
        expect(points).toBe(sum(ofCategory.map((hit) => hit.points)))
      }
      expect(total).toBe(sum(Object.values(categories).map(({ points }) => points)))
    }),
  )
})

/** Lists every matching; gives the points of each pick, in order, in the one that counts. */
function bestMatching(picks: Picks, actual: ActualSetlist): number[] {
  const played = performancesOf(actual)

  function* matchings(pending: readonly Place[], unpaid: readonly Place[]): Generator<number[]> {
    const [pick, ...others] = pending
    if (!pick) return yield []
    for (const rest of matchings(others, unpaid)) yield [0, ...rest]
    for (const performance of unpaid.filter(({ songId }) => songId === pick.songId)) {
      const left = unpaid.filter((place) => place !== performance)
      for (const rest of matchings(others, left)) yield [pointsOf(pick, performance, actual), ...rest]
    }
  }

  let best: number[] | undefined
  for (const matching of matchings(placesOf(picks), played)) {
    if (!best || isBetter(matching, best)) best = matching
  }
  return best ?? []
}

/** A higher total, or an equal one that gives more to the first pick in which they differ. */
function isBetter(a: readonly number[], b: readonly number[]): boolean {
  if (sum(a) !== sum(b)) return sum(a) > sum(b)
  const difference = a.map((points, index) => points - (b[index] ?? 0)).find((points) => points !== 0)
  return difference !== undefined && difference > 0
}

/** The table of points once more, in its own words and numbers, so that a slip in one shows. */
function pointsOf(pick: Place, performance: Place, actual: ActualSetlist): number {
  if (pick.set !== performance.set) return 3
  if (pick.set === 'encore') return pick.position === performance.position ? 15 : 10
  if (pick.position !== performance.position) return 6
  const last = pick.set === 'set1' ? actual.set1.length : actual.set2.length
  return pick.position === 1 || pick.position === last ? 15 : 10
}

function placesOf(picks: Picks): Place[] {
  return SET_NAMES.flatMap((set) => toPlaces(set, picks[set]))
}

function performancesOf(actual: ActualSetlist): Place[] {
  return [
    ...SET_NAMES.flatMap((set) => toPlaces(set, actual[set])),
    ...actual.further.flatMap(({ set, songs }) => toPlaces(set, songs)),
  ]
}

function toPlaces(set: string, songs: readonly (SongId | null)[]): Place[] {
  return songs.flatMap((songId, index) => (songId === null ? [] : [{ set, position: index + 1, songId }]))
}

function countMatchings(picks: Picks, actual: ActualSetlist): number {
  const played = performancesOf(actual)
  return placesOf(picks).reduce(
    (product, pick) => product * (1 + played.filter(({ songId }) => songId === pick.songId).length),
    1,
  )
}

function sum(points: readonly number[]): number {
  return points.reduce((total, each) => total + each, 0)
}
