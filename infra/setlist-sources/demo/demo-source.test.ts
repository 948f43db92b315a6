import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SetlistSource, SourceDay, SourceSetlist, SourceShow, SourceTour } from '../source.ts'
import { addDays, daysBetween } from './band.ts'
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

  test('stays the same in every release, since installations have imported it', async () => {
    const demo = JSON.stringify(await everything(demoOn(ANCHOR)))
    expect(createHash('sha256').update(demo).digest('hex')).toMatchInlineSnapshot(
      `"9004b3b2feed583d8c1f06c1e7d94955c871697f2d2e8eed62c6e5fe44393260"`,
    )
  })

  test('moves its days with the anchor and keeps the rest', async () => {
    const here = await playedSetlists(demoOn(ANCHOR))
    const there = await playedSetlists(demoOn('2031-12-24', '2031-12-24'))
    expect(there.map((setlist) => setlist.entries)).toEqual(here.map((setlist) => setlist.entries))
  })
})

describe('demo shows', { timeout: TIMEOUT }, () => {
  test('has shows before, on and after the anchor day: 60, 1 and 7', async () => {
    const shows = await demoOn(ANCHOR).listShows()
    expect(shows.filter((show) => show.date < ANCHOR)).toHaveLength(60)
    expect(shows.filter((show) => show.date === ANCHOR)).toHaveLength(1)
    expect(shows.filter((show) => show.date >= ANCHOR)).toHaveLength(8)
  })

  test('stays open for picks until the end of the anchor day', async () => {
    const shows = await demoOn(ANCHOR).listShows()
    expect(shows.find((show) => show.date === ANCHOR)).toMatchObject({ country: 'USA', locksAt: null })
  })

  test('has gaps of 1 to 4 days between the shows of a tour', async () => {
    const shows = await demoOn(ANCHOR).listShows()
    const gaps = shows.slice(1).flatMap((show, index) => {
      const before = shows[index]
      return before?.tourSourceId === show.tourSourceId ? [daysBetween(before?.date ?? '', show.date)] : []
    })
    expect(new Set(gaps)).toEqual(new Set([1, 2, 3, 4]))
    expect(gaps).toHaveLength(68 - 3)
  })

  test('uses 25 venues, four of them abroad', async () => {
    const shows = await demoOn(addDays(ANCHOR, 60)).listShows()
    const venues = new Map(shows.map((show) => [show.venue, show]))
    expect(venues.size).toBe(25)
    const abroad = Array.from(venues.values()).filter((show) => show.state === null)
    expect(abroad).toHaveLength(4)
    for (const show of abroad) expect(show.locksAt?.startsWith(`${show.date}T`)).toBe(true)
  })

  test('only appends shows as days pass and always keeps eight open', async () => {
    let shows: readonly SourceShow[] = []
    let tours: readonly SourceTour[] = []
    for (let day = 0; day <= 400; day += 1) {
      const today = addDays(ANCHOR, day)
      const demo = demoOn(today)
      const [showsNow, toursNow] = await Promise.all([demo.listShows(), demo.listTours()])
      expect(showsNow.filter((show) => show.date >= today)).toHaveLength(8)
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

describe('demo tours', () => {
  test('lists three tours over two years, the current one first', async () => {
    const tours = await demoOn(ANCHOR).listTours()
    expect(tours).toHaveLength(3)
    const [current, ...earlier] = tours
    expect(current?.startDate.localeCompare(ANCHOR)).toBe(-1)
    expect(current?.endDate.localeCompare(ANCHOR)).toBe(1)
    for (const tour of earlier) expect(tour.endDate.localeCompare(ANCHOR)).toBe(-1)
    const days = tours.flatMap((tour) => [tour.startDate, tour.endDate]).toSorted()
    expect(daysBetween(days.at(0) ?? '', days.at(-1) ?? '')).toBeCloseTo(730, -2)
  })
})

describe('demo setlist', { timeout: TIMEOUT }, () => {
  /** Late enough for every rare event to have happened. */
  const LATER = addDays(ANCHOR, 300)

  test('exists from the day of its show on', async () => {
    const eve = demoOn(addDays(ANCHOR, -1))
    const day = demoOn(ANCHOR)
    const tonight = { sourceId: 'demo-show-61', date: ANCHOR }
    await expect(eve.findSetlist(tonight)).resolves.toBeNull()
    const setlist = await day.findSetlist(tonight)
    expect(setlist).not.toBeNull()
    await expect(demoOn(LATER).findSetlist(tonight)).resolves.toEqual(setlist)
    expect(await playedSetlists(day)).toHaveLength(61)
  })

  test.each(['demo-show-0', 'demo-show-999999', 'show-1', '1', ''])(
    'is null for the unknown show id %j',
    async (id) => {
      await expect(demoOn(ANCHOR).findSetlist({ sourceId: id, date: ANCHOR })).resolves.toBeNull()
    },
  )

  test('has sets of realistic length, rarely a third set or a second encore', async () => {
    const setlists = await playedSetlists(demoOn(LATER))
    const sizes = setlists.map(({ entries }) => {
      const sets = Map.groupBy(entries, (entry) => entry.set)
      return new Map(Array.from(sets, ([set, songs]) => [set, songs.length]))
    })
    for (const sets of sizes) {
      expect(sets.get('1')).toBeOneOf([7, 8, 9, 10])
      expect(sets.get('2')).toBeOneOf([5, 6, 7, 8])
      expect(sets.get('e')).toBeOneOf([1, 2, 3])
      expect(sets.get('e2') ?? 1).toBe(1)
    }
    expect(sizes.filter((sets) => sets.has('3'))).toHaveLength(1)
    const secondEncores = sizes.filter((sets) => sets.has('e2')).length
    expect(secondEncores).toBeGreaterThan(0)
    expect(secondEncores).toBeLessThan(sizes.length / 8)
  })

  test('contains known songs only, and none of the last three shows', async () => {
    const source = demoOn(LATER)
    const known = new Map((await source.listSongs()).map((song) => [song.sourceId, song]))
    const setlists = await playedSetlists(source)
    for (const [index, { entries }] of setlists.entries()) {
      const rested = new Set(
        setlists
          .slice(Math.max(0, index - 3), index)
          .flatMap((earlier) => earlier.entries.map(({ song }) => song.slug)),
      )
      expect(entries.filter(({ song }) => rested.has(song.slug))).toEqual([])
      expect(entries.filter(({ song }) => known.get(song.sourceId)?.slug !== song.slug)).toEqual([])
    }
  })

  test('repeats a song only around another one, in a few shows', async () => {
    const setlists = await playedSetlists(demoOn(LATER))
    const sandwiches = setlists.filter(({ entries }) => {
      const slugs = entries.map(({ song }) => song.slug)
      const repeated = slugs.filter((slug, index) => slugs.indexOf(slug) !== index)
      for (const slug of repeated) expect(slugs.lastIndexOf(slug) - slugs.indexOf(slug)).toBe(2)
      expect(repeated.length).toBeLessThanOrEqual(1)
      return repeated.length === 1
    })
    expect(sandwiches.length).toBeGreaterThan(setlists.length / 40)
    expect(sandwiches.length).toBeLessThan(setlists.length / 5)
  })

  test('places openers and encores where they belong', async () => {
    const setlists = await playedSetlists(demoOn(LATER))
    const openers = setlists.map(({ entries }) => entries[0]?.song.slug)
    const encores = setlists.flatMap(({ entries }) =>
      entries.filter(({ set }) => set === 'e').map(({ song }) => song.slug),
    )
    expect(openers.filter((slug) => slug === 'harbor-teeth').length).toBeGreaterThan(3)
    expect(openers).not.toContain('porchlight-waltz')
    expect(encores.filter((slug) => slug === 'porchlight-waltz').length).toBeGreaterThan(10)
  })

  test('has a printed text, and notes in some shows', async () => {
    const setlists = await playedSetlists(demoOn(ANCHOR))
    for (const { text } of setlists) expect(text).toMatch(/^Set 1: .+\nSet 2: .+\n(Set 3: .+\n)?Encore: .+/)
    const noted = setlists.filter(({ notes }) => notes !== null)
    expect(noted.length).toBeGreaterThan(15)
    expect(noted.length).toBeLessThan(61)
  })
})

describe('demo songs', { timeout: TIMEOUT }, () => {
  test('lists 221 songs with distinct names and slugs', async () => {
    const songs = await demoOn(ANCHOR).listSongs()
    expect(songs).toHaveLength(221)
    expect(new Set(songs.map((song) => song.name)).size).toBe(221)
    expect(new Set(songs.map((song) => song.sourceId)).size).toBe(221)
    for (const { slug } of songs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(new Set(songs.map((song) => song.slug)).size).toBe(221)
  })

  test('ranges from songs of some 400 shows to songs never played', async () => {
    const plays = (await demoOn(ANCHOR).listSongs())
      .map((song) => song.timesPlayed ?? -1)
      .toSorted((a, b) => b - a)
    expect(plays[0]).toBeGreaterThan(350)
    expect(plays[25]).toBeGreaterThan(200)
    expect(plays[150]).toBeLessThan(40)
    expect(plays.filter((count) => count === 0)).toHaveLength(8)
  })

  test('counts plays, gaps and last days by the setlists', async () => {
    const later = demoOn(addDays(ANCHOR, 100))
    const before = new Map(
      (await demoOn(addDays(ANCHOR, -1000)).listSongs()).map((song) => [song.slug, song]),
    )
    const shows = await later.listShows()
    const setlists = await playedSetlists(later)
    for (const song of await later.listSongs()) {
      const having = setlists.map(({ entries }) => entries.some((entry) => entry.song.slug === song.slug))
      const plays = having.filter((has) => has).length
      const last = having.lastIndexOf(true)
      const earlier = before.get(song.slug)
      expect(song.timesPlayed).toBe((earlier?.timesPlayed ?? 0) + plays)
      if (last >= 0) {
        expect(song.gap).toBe(setlists.length - 1 - last)
        expect(song.lastPlayed).toBe(shows[last]?.date)
      } else {
        expect(song.gap).toBe(typeof earlier?.gap === 'number' ? earlier.gap + setlists.length : null)
        expect(song.lastPlayed).toBe(earlier?.lastPlayed)
      }
    }
  })

  test('lists part of the songs in the notebook', async () => {
    const source = demoOn(ANCHOR)
    const slugs = new Set((await source.listSongs()).map((song) => song.slug))
    const notebook = await source.listNotebookSongs()
    expect(notebook?.length).toBeGreaterThan(50)
    expect(notebook?.length).toBeLessThan(slugs.size)
    for (const song of notebook ?? []) expect(slugs).toContain(song.slug)
  })
})
