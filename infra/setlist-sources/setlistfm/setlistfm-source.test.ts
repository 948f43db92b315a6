import {
  TEST_MBID,
  testPage,
  testSetlist,
} from '@called-it/tests/support/setlist-sources/setlistfm-responses'
import { createTestClock, startTestSite } from '@called-it/tests/support/setlist-sources/test-site'
import { describe, expect, test } from 'vitest'
import { slugOf } from '../slug.ts'
import { createSetlistfmSource } from './setlistfm-source.ts'

const SHOW = { sourceId: '63de4613', date: '2026-01-30' }

async function startSource(respond: (url: URL) => unknown) {
  const calls: string[] = []
  const keys = new Set<unknown>()
  const site = await startTestSite((request, response) => {
    const url = new URL(request.url ?? '', 'http://site')
    calls.push(`${url.pathname}${url.search}`)
    keys.add(request.headers['x-api-key'])
    response.setHeader('content-type', 'application/json').end(JSON.stringify(respond(url)))
  })
  let now = Date.parse('2026-01-31T12:00:00Z')
  const source = createSetlistfmSource(
    { apiKey: 's3cret', mbid: TEST_MBID, baseUrl: `${site.url}/rest/1.0` },
    { permit: async () => {}, clock: { ...createTestClock(), now: () => now } },
  )
  return { source, calls, keys, passMinute: () => (now += 60_000) }
}

async function findSetlist(fields: Readonly<Record<string, unknown>> = {}) {
  const { source } = await startSource(() => testSetlist(fields))
  return source.findSetlist(SHOW)
}

const setsOf = (...set: readonly unknown[]) => ({ sets: { set } })
const songs = (...names: readonly string[]) => names.map((name) => ({ name }))

describe('setlist.fm setlist', () => {
  test('requests a setlist by id with the key in a header', async () => {
    const { source, calls, keys } = await startSource(() => testSetlist())
    await expect(source.findSetlist(SHOW)).resolves.toMatchObject({
      showSourceId: '63de4613',
      excluded: false,
      text: 'Set 1: Harbor Teeth',
      notes: null,
    })
    expect(calls).toEqual(['/rest/1.0/setlist/63de4613'])
    expect([...keys]).toEqual(['s3cret'])
  })

  test('numbers sets and encores like the site', async () => {
    const setlist = await findSetlist(
      setsOf(
        { name: 'Soundcheck', song: songs('A') },
        { song: [{ name: 'Intro', tape: true }] },
        { song: songs('BB') },
        { name: 'Acoustic set', song: songs('CCC') },
        { encore: 1, song: songs('DDDD') },
        { encore: 2, song: songs('EEEEE') },
      ),
    )
    expect(setlist?.entries.map(({ set, song }) => [set, song.slug])).toEqual([
      ['s', 'a'],
      ['1', 'bb'],
      ['2', 'ccc'],
      ['e', 'dddd'],
      ['e2', 'eeeee'],
    ])
  })

  test('leaves out tapes and keeps the places of unnamed songs', async () => {
    const setlist = await findSetlist(
      setsOf({ song: [{ name: 'Intro', tape: true }, { name: '' }, { name: 'Harbor Teeth' }] }),
    )
    expect(setlist?.entries.map(({ song }) => song)).toEqual([
      { sourceId: null, slug: 'unknown-song', name: 'Unknown song' },
      { sourceId: null, slug: 'harbor-teeth', name: 'Harbor Teeth' },
    ])
  })

  test('has covers, guests and editors’ remarks in its notes', async () => {
    const cover = { mbid: 'x', name: 'The Saltboxes' }
    const setlist = await findSetlist({
      ...setsOf({ song: [{ name: 'Glass Elk', cover, with: { name: 'Opal Reyes' }, info: 'first time' }] }),
      info: 'It rained.',
    })
    expect(setlist?.notes).toBe('It rained.\nGlass Elk: The Saltboxes cover; with Opal Reyes; first time')
  })

  test.each([
    ['no sets', { sets: { set: [] } }],
    ['tape alone', setsOf({ song: [{ name: 'Intro', tape: true }] })],
  ])('returns null with %s', async (_, fields) => {
    await expect(findSetlist(fields)).resolves.toBeNull()
  })

  test.each([
    [{ eventDate: '2026/01/30' }, 'field eventDate: is not a day, dd-MM-yyyy'],
    [{ eventDate: '01-01-0000' }, 'field eventDate: is not a day, dd-MM-yyyy'],
    [setsOf({ song: [{ name: 7 }] }), 'field sets.set.0.song.0.name: is not a text'],
    [{ id: '999' }, 'field id: is 999, which was not asked for'],
    [{ artist: { mbid: 'other' } }, 'field artist.mbid: is other, which was not asked for'],
    [
      { artist: { mbid: '\u0000ot\nher\u001b[2J' } },
      'field artist.mbid: is ot her[2J, which was not asked for',
    ],
  ])('names the show and the invalid field %j', async (fields, reason) => {
    const error: unknown = await findSetlist(fields).catch((error: unknown) => error)
    expect(error).toMatchObject({ kind: 'malformed', message: expect.stringContaining(reason) })
    expect(error).toMatchObject({
      message: expect.stringMatching(/^setlist\.fm, the setlist of show 63de4613 \(2026-01-30\)/),
    })
  })
})

describe('setlist.fm lists', () => {
  const later = testSetlist({
    id: '2',
    eventDate: '01-02-2026',
    tour: null,
    venue: {
      name: 'Kelvin Hall',
      city: {
        name: 'Glasgow',
        state: 'Scotland',
        stateCode: 'SCT',
        country: { code: 'GB', name: 'United Kingdom' },
      },
    },
    ...setsOf({ song: songs('Harbor Teeth', 'Harbor Teeth', '') }),
  })
  const toCome = testSetlist({ id: '3', eventDate: '01-03-2026', sets: { set: [] } })
  const sameDay = testSetlist({ id: '4', ...setsOf({ song: songs('Ferry Weather') }) })
  const pages = [
    [toCome, later],
    // A new setlist was added while the first page was read, so one is on both pages.
    [later, sameDay],
    [testSetlist()],
  ]
  const answerPages = (url: URL) => {
    const number = Number(url.searchParams.get('p'))
    return testPage(pages[number - 1] ?? [], { page: number, itemsPerPage: 2, total: 5 })
  }

  test('reads all pages once, with the songs', async () => {
    const { source, calls, passMinute } = await startSource(answerPages)
    await source.listSongs()
    expect(calls).toEqual([1, 2, 3].map((page) => `/rest/1.0/artist/${TEST_MBID}/setlists?p=${page}`))
    await source.listTours()
    await source.listShows()
    expect(calls).toHaveLength(3)
    passMinute()
    await source.listShows()
    expect(calls).toHaveLength(6)
    await source.listSongs()
    expect(calls).toHaveLength(9)
  })

  test.each([
    [
      { lat: 44.05, long: -121.31 },
      { latitude: 44.05, longitude: -121.31 },
    ],
    [undefined, null],
    [null, null],
    [{}, null],
    [{ lat: 44.05 }, null],
    [{ lat: '44.05', long: '-121.31' }, null],
    [{ lat: 91, long: 0 }, null],
    [{ lat: 0, long: -181 }, null],
  ])('reads the coordinates of a city from %j', async (coords, coordinates) => {
    const venue = { name: 'Driftglass Amphitheater', city: { name: 'Bend', coords } }
    const { source } = await startSource(() => testPage([testSetlist({ venue })]))
    const [show] = await source.listShows()
    expect(show?.times).toEqual({ timeZone: null, startsLocal: null, locksAt: null, coordinates })
    expect(show?.city).toBe('Bend')
  })

  test('lists every show once, also two of one date and upcoming ones', async () => {
    const { source } = await startSource(answerPages)
    const shows = await source.listShows()
    expect(shows.map(({ sourceId, date, state }) => [sourceId, date, state])).toEqual([
      ['4', '2026-01-30', 'OR'],
      ['63de4613', '2026-01-30', 'OR'],
      ['2', '2026-02-01', 'Scotland'],
      ['3', '2026-03-01', 'OR'],
    ])
    expect(shows[2]).toMatchObject({ venue: 'Kelvin Hall', country: 'United Kingdom', tourSourceId: null })
    await expect(source.listTours()).resolves.toEqual([
      {
        sourceId: '2026-winter-tour',
        name: '2026 Winter Tour',
        startDate: '2026-01-30',
        endDate: '2026-03-01',
        description: null,
      },
    ])
  })

  test('counts the songs of the setlists, except unnamed ones', async () => {
    const { source } = await startSource(answerPages)
    const counted = await source.listSongs()
    expect(
      counted.map(({ slug, timesPlayed, gap, lastPlayed }) => [slug, timesPlayed, gap, lastPlayed]),
    ).toEqual(
      expect.arrayContaining([
        ['harbor-teeth', 2, 0, '2026-02-01'],
        ['ferry-weather', 1, 2, '2026-01-30'],
      ]),
    )
    expect(counted).toHaveLength(2)
    await expect(source.listNotebookSongs()).resolves.toBeNull()
  })

  test('fails when a page is missing or repeated', async () => {
    const { source } = await startSource((url) => ({ ...answerPages(url), page: 1 }))
    await expect(source.listShows()).rejects.toThrow(
      'setlist.fm, page 2 of the list of setlists, field page: is 1, which was not asked for',
    )
  })
})

test.each([
  ['Harbor Teeth', 'harbor-teeth'],
  ['Café Ñandú!', 'cafe-nandu'],
  ["Don't Stop", 'dont-stop'],
  ['Море', 'море'],
  ['?!', '3f-21'],
])('makes of %s the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
