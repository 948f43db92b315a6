import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '../../demo/band.ts'
import {
  type SetlistSource,
  type SourceDay,
  type SourceSetlist,
  type SourceShow,
  type SourceTour,
  UNKNOWN_TIMES,
} from '../source.ts'
import { createDemoSource } from './demo-source.ts'

const ANCHOR = '2026-03-10'

/** Years of shows take one or two seconds, and longer while other tests use both cores. */
const TIMEOUT = 60_000

function demoOn(today: SourceDay, anchor: SourceDay = ANCHOR): SetlistSource {
  return createDemoSource({ anchor: async () => anchor, today: async () => today })
}

async function playedSetlists(source: SetlistSource): Promise<readonly SourceSetlist[]> {
  const shows = await source.listShows()
  const setlists = await Promise.all(shows.map((show) => source.findSetlist(show)))
  return setlists.filter((setlist) => setlist !== null)
}

async function everything(source: SetlistSource) {
  return {
    songs: await source.listSongs(),
    tours: await source.listTours(),
    shows: await source.listShows(),
    setlists: await playedSetlists(source),
    notebook: await source.listNotebookSongs(),
  }
}

function beginsWith(list: readonly unknown[], start: readonly unknown[]): boolean {
  return JSON.stringify(list).startsWith(JSON.stringify(start).slice(0, -1))
}

describe('demo content', { timeout: TIMEOUT }, () => {
  beforeEach(() => {
    vi.resetModules()
  })

  test('is the same in another process, whatever was read first', async () => {
    const elsewhere = await import('./demo-source.ts')
    const other = elsewhere.createDemoSource({ anchor: async () => ANCHOR, today: async () => ANCHOR })
    await other.findSetlist({ sourceId: 'demo-show-61', date: ANCHOR })
    expect(JSON.stringify(await everything(other))).toBe(JSON.stringify(await everything(demoOn(ANCHOR))))
  })

  test.each([
    [0, '8ab9588b633c34e5da9e1610c5136fe54cd1212e3e10f16596665420e5efa438'],
    // Late enough for every rare event to have happened.
    [300, '9e150a4060ee61ae91af5f99d52350773d650e4d99b3a62080cddcf09f5e9344'],
  ])('stays the same in every release, %i days after the anchor', async (days, hash) => {
    const demo = JSON.stringify(await everything(demoOn(addDays(ANCHOR, days))))
    expect(createHash('sha256').update(demo).digest('hex')).toBe(hash)
  })

  test('moves its days with the anchor and keeps the rest', async () => {
    const here = await playedSetlists(demoOn(ANCHOR))
    const there = await playedSetlists(demoOn('2031-12-24', '2031-12-24'))
    expect(there.map((setlist) => setlist.entries)).toEqual(here.map((setlist) => setlist.entries))
  })
})

describe('demo shows', { timeout: TIMEOUT }, () => {
  test('appends shows as days pass and always keeps eight after today', async () => {
    let shows: readonly SourceShow[] = []
    let tours: readonly SourceTour[] = []
    for (let day = 0; day <= 400; day += 1) {
      const today = addDays(ANCHOR, day)
      const demo = demoOn(today)
      const [showsNow, toursNow] = await Promise.all([demo.listShows(), demo.listTours()])
      expect(showsNow.filter((show) => show.date > today)).toHaveLength(8)
      expect(beginsWith(showsNow, shows)).toBe(true)
      expect(beginsWith(toursNow, tours)).toBe(true)
      shows = showsNow
      tours = toursNow
    }
    expect(new Set(shows.map((show) => show.date)).size).toBe(shows.length)
    expect(new Set(shows.map((show) => show.sourceId)).size).toBe(shows.length)
    expect(tours).toHaveLength(5)
    const tourOf = new Map(tours.map((tour) => [tour.sourceId, tour]))
    for (const show of shows) {
      const tour = tourOf.get(show.tourSourceId ?? '')
      expect(tour?.startDate.localeCompare(show.date)).toBeLessThanOrEqual(0)
      expect(tour?.endDate.localeCompare(show.date)).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('demo times', { timeout: TIMEOUT }, () => {
  test('lists a start for afternoon shows alone', async () => {
    const shows = await demoOn(addDays(ANCHOR, 60)).listShows()
    const starts = new Map(shows.map(({ venue, times }) => [venue, times.startsLocal]))
    expect(Array.from(starts).filter(([, start]) => start !== null)).toEqual([
      ['The Glasshouse', '16:00'],
      ['Rainlight Gardens', '14:00'],
    ])
    for (const { times } of shows) expect(times).toEqual({ ...UNKNOWN_TIMES, startsLocal: times.startsLocal })
  })
})

describe('demo setlist', { timeout: TIMEOUT }, () => {
  test('exists from the day of its show on', async () => {
    const eve = demoOn(addDays(ANCHOR, -1))
    const day = demoOn(ANCHOR)
    const tonight = { sourceId: 'demo-show-61', date: ANCHOR }
    await expect(eve.findSetlist(tonight)).resolves.toBeNull()
    const setlist = await day.findSetlist(tonight)
    expect(setlist).not.toBeNull()
    await expect(demoOn(addDays(ANCHOR, 300)).findSetlist(tonight)).resolves.toEqual(setlist)
    expect(await playedSetlists(day)).toHaveLength(61)
  })

  test.each(['demo-show-0', 'demo-show-999999', 'show-1', '1', ''])(
    'is null for the unknown show id %j',
    async (id) => {
      await expect(demoOn(ANCHOR).findSetlist({ sourceId: id, date: ANCHOR })).resolves.toBeNull()
    },
  )
})
