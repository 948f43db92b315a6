import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { createTestClock, startTestSite } from '@called-it/tests/support/setlist-sources/test-site'
import { describe, expect, test } from 'vitest'
import { createPhishnetSource } from './phishnet-source.ts'

const FOLDER = join(REAL_SETLISTS, 'phishnet-v5')

/** The site returns this file for every request. */
async function startSource(file: string) {
  const site = await startTestSite((_, response) => {
    response.setHeader('content-type', 'application/json')
    createReadStream(join(FOLDER, file)).pipe(response)
  })
  const source = createPhishnetSource(
    { apiKey: 'k3y', baseUrl: site.url },
    { permit: async () => {}, clock: createTestClock() },
  )
  return source
}

/** Setlists with the number of songs of each set. */
const SETLISTS = [
  ['big_cypress_1999_12_31__1999-12-31_1252275436', { 1: 14, 2: 37 }],
  ['excluded_from_stats__2025-01-28_1738096515', { 1: 4 }],
  ['four_sets__2015-08-22_1426718300', { 1: 13, 2: 6, 3: 10, e: 2, 4: 1 }],
  ['long_encore_gt3__2023-09-02_1676425551', { 1: 8, 2: 6, e: 6 }],
  ['long_set1_max__2020-02-20_1560881087', { 1: 18, e: 1 }],
  ['non_us_no_state__2025-02-01_1718730981', { 1: 8, 2: 6, e: 3 }],
  ['normal_two_set_encore__2022-07-15_1644952877', { 1: 8, 2: 8, e: 3 }],
  ['one_set_no_encore__2025-01-28_1738096515', { 1: 4 }],
  ['one_set_plus_encore__2024-08-18_1694536576', { 1: 15, e: 1 }],
  ['set2_only_1_missing__1990-01-29_1250460126', { 2: 8, e: 2 }],
  ['song_in_two_sets__2024-08-02_1709061889', { 1: 10, 2: 9, e: 2 }],
  ['song_twice_same_set__2025-06-22_1739905740', { 1: 10, 2: 7, e: 2 }],
  ['three_encores_e3__1992-03-26_1250741663', { 1: 10, 2: 15, e: 1, e2: 1, e3: 1 }],
  ['three_sets__2024-12-31_1727805859', { 1: 10, 2: 8, 3: 8, e: 3 }],
  ['two_encores_e_e2__2018-10-21_1526437700', { 1: 9, 2: 8, e: 1, e2: 1 }],
  ['two_sets_no_encore__2023-07-19_1676424880', { 1: 9, 2: 4 }],
  ['verbatim_setlist_1718730981', { 1: 8, 2: 6, e: 3 }],
] as const

const EXCLUDED = '1738096515'

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  test.each(SETLISTS)('%s', async (name, sets) => {
    const source = await startSource(`${name}.json`)
    const sourceId = name.slice(name.lastIndexOf('_') + 1)
    const setlist = await source.findSetlist({ sourceId, date: 'any' })

    const counted = Map.groupBy(setlist?.entries ?? [], (entry) => entry.set)
    expect(Object.fromEntries(Array.from(counted, ([set, entries]) => [set, entries.length]))).toEqual(sets)
    expect(setlist?.entries.map(({ song }) => song.sourceId)).toEqual(songIdsIn(`${name}.json`))
    expect(setlist?.excluded).toBe(sourceId === EXCLUDED)
    expect(setlist?.text.split('\n')).toHaveLength(Object.keys(sets).length)
    expect(`${setlist?.text}${setlist?.notes}`).not.toMatch(/<\/?[a-z]+>|&[a-z]+;|&#\d+;/)
  })

  test('lists past and upcoming shows of a year', async () => {
    const source = await startSource('shows_recent_and_upcoming_2025.json')
    const shows = await source.listShows()
    expect(shows).toHaveLength(45)
    expect(shows.map((show) => show.date)).toEqual(shows.map((show) => show.date).toSorted())
    expect(shows.filter((show) => show.excluded).map((show) => show.sourceId)).toEqual([EXCLUDED])
    expect(new Set(shows.filter((show) => show.state === null).map((show) => show.country))).toEqual(
      new Set(['Mexico']),
    )
    const tours = await source.listTours()
    expect(new Set(shows.map((show) => show.tourSourceId))).toEqual(
      new Set(tours.map((tour) => tour.sourceId)),
    )
  })

  test('excludes one of two shows on a date', async () => {
    const source = await startSource('shows_two_on_same_date.json')
    const shows = await source.listShows()
    const dates = Map.groupBy(shows, (show) => show.date)
    expect(Array.from(dates.values(), (onDate) => onDate.map((show) => show.excluded).toSorted())).toEqual([
      [false, true],
      [false, false],
      [false, true],
      [false, true],
    ])
    expect(new Set(shows.map((show) => show.sourceId)).size).toBe(8)
  })
})

function songIdsIn(file: string): string[] {
  const rows: readonly { songid: number }[] = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')).data
  return rows.map((row) => String(row.songid))
}
