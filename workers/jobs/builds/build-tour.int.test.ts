import path from 'node:path'
import { findTourStatistics } from '@called-it/infra/postgres/queries/seasons/tour-statistics'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { emptyCatalogue } from '@called-it/tests/support/empty-tables'
import {
  changeShow,
  changeSong,
  makeSetlist,
  makeShow,
  makeSong,
  makeTour,
} from '@called-it/tests/support/factories/catalogue'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { type PlayedShow, recountTour } from '@called-it/tests/support/recounted-tour'
import { showsOfSource } from '@called-it/tests/support/shows-of-source'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

const bench = await benchOfFile()
const { db } = bench

beforeEach(() => emptyCatalogue(db))

type Sets = PlayedShow['sets']
type GivenShow = { tour: number | null; date: string; sets: Sets }

const setlistOf = (sets: Sets): Partial<ActualSetlist> => ({
  ...Object.fromEntries(
    sets.filter(({ set }) => set !== 'further').map(({ set, songs }) => [set, [...songs]]),
  ),
  further: sets
    .filter(({ set }) => set === 'further')
    .map(({ songs }, index) => ({ set: String(index + 3), songs: [...songs] })),
})

/** Stores shows in their order. Songs have the ids given, in the order of their names; tours get others. */
async function store(shows: readonly GivenShow[], songs: number): Promise<PlayedShow[]> {
  for (let id = 1; id <= songs; id += 1)
    await makeSong(db, { id, name: `Song ${String(id).padStart(5, '0')}` })
  const tours = new Map<number, number>()
  const stored: PlayedShow[] = []
  for (const { tour, date, sets } of shows) {
    if (tour !== null && !tours.has(tour)) tours.set(tour, (await makeTour(db)).id)
    const tourId = tour === null ? null : (tours.get(tour) ?? null)
    const { id } = await makeShow(db, { showdate: date, tour_id: tourId })
    await makeSetlist(db, id, setlistOf(sets))
    stored.push({ id, date, tour: tourId, sets })
  }
  return stored
}

const toursOf = (shows: readonly PlayedShow[]) =>
  [...new Set(shows.map(({ tour }) => tour))].filter((tour) => tour !== null)

async function buildAndFind(tourId: number) {
  expect(await bench.run('build-tour', { tourId })).toMatchObject({ state: 'done' })
  return (await findTourStatistics(db, tourId))?.stored
}

const DAY_MS = 86_400_000
const dateAfter = (first: string, days: number) =>
  new Date(Date.parse(first) + days * DAY_MS).toISOString().slice(0, 10)

const SONGS = 24
const SHOWS = 75

const setOf = (set: string) =>
  fc.record({ set: fc.constant(set), songs: fc.array(fc.integer({ min: 1, max: SONGS }), { maxLength: 4 }) })
const sets: fc.Arbitrary<Sets> = fc
  .tuple(...['set1', 'set2', 'encore', 'further'].map(setOf))
  // No show is without songs, and song 1 rests for long.
  .map(([first, ...others]) => [{ set: 'set1', songs: [SONGS, ...(first?.songs ?? [])] }, ...others])
  .map((all) => all.map(({ set, songs }) => ({ set, songs: songs.filter((song) => song !== 1) })))

const opening = (song: number) => ({ set: 'set1', songs: [song] })
const merge = (all: Sets, from: number, into: number): Sets =>
  all.map(({ set, songs }) => ({ set, songs: songs.map((song) => (song === from ? into : song)) }))

describe('build of a tour', () => {
  test('counts as a recount does, after corrections, merges and hidden songs too', async () => {
    const history = fc.record({
      shows: fc.array(sets, { minLength: SHOWS, maxLength: SHOWS }),
      correction: sets,
      place: fc.nat({ max: SHOWS - 1 }),
    })
    const check = async (shows: readonly PlayedShow[], hidden: ReadonlySet<number>) => {
      for (const tour of toursOf(shows))
        expect(await buildAndFind(tour)).toEqual(recountTour(shows, tour, hidden))
    }
    await fc.assert(
      fc.asyncProperty(history, async ({ shows: setlists, correction, place }) => {
        await emptyCatalogue(db)
        const shows = await store(
          setlists.map((played, index) => ({
            tour: [1, null, 2][Math.floor(index / 26)] ?? null,
            date: dateAfter('2020-01-01', Math.floor(index / 2)),
            sets: index === 0 || index === SHOWS - 1 ? [opening(1), ...played.slice(1)] : played,
          })),
          SONGS,
        )
        await check(shows, new Set())

        const corrected = shows.map((show, index) => (index === place ? { ...show, sets: correction } : show))
        await makeSetlist(db, corrected[place]?.id ?? 0, setlistOf(correction))
        await changeSong(db, 2, { merged_into: 3 })
        await changeSong(db, 4, { hidden_at: new Date() })
        await check(
          corrected.map((show) => ({ ...show, sets: merge(show.sets, 2, 3) })),
          new Set([4]),
        )
      }),
      { numRuns: 4 },
    )
  })

  test('stores the same for the same shows, until one is corrected', async () => {
    const [show = expect.fail('no show')] = await store(
      [{ tour: 1, date: '2020-01-01', sets: [opening(1)] }],
      2,
    )
    const tourId = show.tour ?? 0
    expect(await findTourStatistics(db, tourId)).toMatchObject({ stored: null })
    const first = await buildAndFind(tourId)
    expect(first?.debuts).toEqual([{ song: 1, show: show.id }])
    expect(await buildAndFind(tourId)).toEqual(first)
    await changeShow(db, show.id, { showdate: '2020-01-02' })
    expect(await findTourStatistics(db, tourId)).toMatchObject({ stored: null })
    await buildAndFind(tourId)
    await makeSetlist(db, show.id, { set1: [2] })
    expect(await findTourStatistics(db, tourId)).toMatchObject({ stored: null })
  })

  test('counts no show after the tour, and refuses one without a past show', async () => {
    const shows = await store(
      [
        { tour: 1, date: '2020-01-01', sets: [opening(1)] },
        { tour: 2, date: '2020-01-02', sets: [opening(1)] },
      ],
      2,
    )
    const [one = 0] = toursOf(shows)
    const before = await buildAndFind(one)
    await makeSetlist(db, shows[1]?.id ?? 0, { set1: [2] })
    expect((await findTourStatistics(db, one))?.stored).toEqual(before)

    const { id } = await makeTour(db)
    await makeShow(db, { tour_id: id, daysFromToday: 3 })
    expect(await findTourStatistics(db, id)).toBeNull()
    expect(await bench.run('build-tour', { tourId: id })).toMatchObject({ error: { code: 'tour_not_found' } })
  })
})

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  test('counts every tour as a recount does', { timeout: 900_000 }, async () => {
    const source = createFileSource({ paths: [path.join(REAL_SETLISTS, 'setlist-rows-1983-2025.csv')] })
    const real = await showsOfSource(source)
    const songs = Math.max(...real.flatMap(({ sets: played }) => played.flatMap((set) => set.songs)))
    const shows = await store(
      real.map(({ tour, day, sets: played }) => ({ tour, date: dateAfter('1970-01-01', day), sets: played })),
      songs,
    )
    const tours = toursOf(shows)
    expect(tours.length).toBeGreaterThan(20)
    const check = async (expected: readonly PlayedShow[]) => {
      for (const tour of tours)
        expect(await buildAndFind(tour), String(tour)).toEqual(recountTour(expected, tour))
    }
    await check(shows)

    // Each 40th show was the one before.
    const corrected = shows.map((show, index) =>
      index % 40 === 39 ? { ...show, sets: shows[index - 1]?.sets ?? show.sets } : show,
    )
    for (const [index, show] of corrected.entries())
      if (show !== shows[index]) await makeSetlist(db, show.id, setlistOf(show.sets))
    await check(corrected)
  })
})
