import {
  testPerformance,
  testSetlist,
  testShow,
  testSong,
} from '@called-it/tests/support/setlist-sources/phishnet-rows'
import { createTestClock, startTestSite } from '@called-it/tests/support/setlist-sources/test-site'
import { describe, expect, test } from 'vitest'
import { SetlistSourceError, UNKNOWN_TIMES } from '../source.ts'
import { createPhishnetSource } from './phishnet-source.ts'

const SHOW = { sourceId: '501', date: '2026-01-30' }

/** The site returns the same body for every request. */
async function startSource(body: unknown) {
  const calls: string[] = []
  const site = await startTestSite((request, response) => {
    calls.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  const source = createPhishnetSource(
    { apiKey: 'k3y', baseUrl: `${site.url}/v5` },
    { permit: async () => {}, clock: createTestClock() },
  )
  return { source, calls }
}

function responseWith(data: unknown) {
  return { error: false, error_message: '', data }
}

async function findSetlist(body: unknown) {
  const { source } = await startSource(body)
  return await source.findSetlist(SHOW)
}

async function failure(body: unknown): Promise<SetlistSourceError> {
  const error: unknown = await findSetlist(body).catch((error: unknown) => error)
  if (error instanceof SetlistSourceError) return error
  throw new Error('the source did not fail')
}

describe('phish.net setlist', () => {
  test('keeps the order of performance, whatever the order of the rows', async () => {
    const rows = testSetlist({ 1: ['A', 'BB'], 2: ['CCC'], e: ['DDDD'], e2: ['A'] })
    const setlist = await findSetlist(responseWith(rows.toReversed()))
    expect(setlist?.entries.map(({ set, song }) => [set, song.name])).toEqual([
      ['1', 'A'],
      ['1', 'BB'],
      ['2', 'CCC'],
      ['e', 'DDDD'],
      ['e2', 'A'],
    ])
    expect(setlist).toMatchObject({
      showSourceId: '501',
      excluded: false,
      exclusionReason: null,
      notes: null,
    })
  })

  test('names songs by id and slug', async () => {
    const setlist = await findSetlist(
      responseWith([testPerformance(), testPerformance({ songid: 0, position: 2 })]),
    )
    expect(setlist?.entries.map(({ song }) => song)).toEqual([
      { sourceId: '7', slug: 'harbor-teeth', name: 'Harbor Teeth' },
      { sourceId: null, slug: 'harbor-teeth', name: 'Harbor Teeth' },
    ])
  })

  test('strips markup and decodes entities', async () => {
    const setlist = await findSetlist(
      responseWith([
        testPerformance({
          song: 'Salt &amp; <b>Windowsill</b>',
          setlistnotes:
            '<p>Marlow said &quot;hello&quot;.</p>\r\n<p>It <a href="https://x.example">rained</a>.</p>',
          footnote: 'With <em>Opal</em>.',
          soundcheck: '<p>Glass Elk, Ferry Weather</p>\n',
        }),
      ]),
    )
    expect(setlist?.text).toBe('Set 1: Salt & Windowsill')
    expect(setlist?.entries[0]?.song.name).toBe('Salt & Windowsill')
    expect(setlist?.notes).toBe(
      'Marlow said "hello".\nIt rained.\nSalt & Windowsill: With Opal.\nSoundcheck: Glass Elk, Ferry Weather',
    )
  })

  test('returns null before the show has rows', async () => {
    await expect(findSetlist(responseWith([]))).resolves.toBeNull()
  })
})

describe('phish.net exclusions', () => {
  test('excludes a show that the site excludes from statistics', async () => {
    const setlist = await findSetlist(responseWith(testSetlist({ 1: ['A', 'BB'] }, { exclude: 1 })))
    expect(setlist).toMatchObject({
      excluded: true,
      exclusionReason: 'phish.net leaves this show out of its statistics',
      text: 'Set 1: A, BB',
    })
    expect(setlist?.entries).toHaveLength(2)
  })

  test('prints an excluded performance without an entry', async () => {
    const rows = [testPerformance(), testPerformance({ position: 2, song: 'Noodling', exclude: '1' })]
    const setlist = await findSetlist(responseWith(rows))
    expect(setlist).toMatchObject({ excluded: false, text: 'Set 1: Harbor Teeth, Noodling' })
    expect(setlist?.entries.map(({ song }) => song.name)).toEqual(['Harbor Teeth'])
  })

  test('does not list a show with a soundcheck only', async () => {
    const setlist = await findSetlist(responseWith(testSetlist({ s: ['A', 'BB'] })))
    expect(setlist).toMatchObject({
      excluded: true,
      exclusionReason: 'phish.net knows a soundcheck only',
      text: 'Soundcheck: A, BB',
    })
  })
})

describe('phish.net failure', () => {
  const place = 'phish.net, the setlist of show 501 (2026-01-30)'

  test.each([
    ['no object', 'hello', `${place}: the response has another shape`],
    ['no list', { error: false, data: { showid: 501 } }, `${place}, field data: is not a list`],
    ['no data', { error: false }, `${place}, field data: is not a list`],
  ])('reports a response with %s', async (_, body, expected) => {
    const { kind, message } = await failure(body)
    expect(kind).toBe('malformed')
    expect(message).toBe(expected)
  })

  test.each([
    ['set', 'main', 'is not a set: 1, 2, …, e, e2, … or s'],
    ['position', 'first', 'is not a number'],
    ['songid', { id: 1 }, 'is not a number'],
    ['song', '', 'is empty'],
    ['song', '<b></b>', 'holds nothing but markup'],
    ['slug', null, 'is not a text'],
    ['slug', 'harbor\u0000teeth', 'holds characters that are none'],
    ['slug', 'harbor\uD800teeth', 'holds characters that are none'],
    ['slug', 'x'.repeat(201), 'is longer than 200 characters'],
    ['songid', '1'.repeat(21), 'is not a number'],
    ['exclude', 'maybe', 'is neither 0 nor 1'],
  ])('names the show and the field %s', async (field, value, reason) => {
    const { kind, message } = await failure(
      responseWith([testPerformance(), testPerformance({ [field]: value })]),
    )
    expect(kind).toBe('malformed')
    expect(message).toBe(`${place}, row 2 (show 501, 2026-01-30), field ${field}: ${reason}`)
  })
})

describe('phish.net lists', () => {
  test('requests the band’s shows, oldest first', async () => {
    const { source, calls } = await startSource(
      responseWith([
        testShow({ showid: '503', showdate: '2026-02-01T00:00:00', state: '', exclude_from_stats: '1' }),
        testShow({ showid: 502, venue: 'Saltbox &amp; Sons', tourid: 0 }),
        testShow(),
        testShow({ showid: 44, showdate: '1984-00-00' }),
      ]),
    )
    const shows = await source.listShows()
    expect(calls).toEqual(['/v5/shows/artist/phish.json?order_by=showdate&apikey=k3y'])
    expect(shows).toEqual([
      {
        sourceId: '501',
        date: '2026-01-30',
        venue: 'Driftglass Amphitheater',
        city: 'Bend',
        state: 'OR',
        country: 'USA',
        tourSourceId: '9',
        times: UNKNOWN_TIMES,
        excluded: false,
      },
      expect.objectContaining({ sourceId: '502', venue: 'Saltbox & Sons', tourSourceId: null }),
      expect.objectContaining({ sourceId: '503', date: '2026-02-01', state: null, excluded: true }),
    ])
  })

  test('lists each song once, unknown fields null, and has no notebook', async () => {
    const { source } = await startSource(
      responseWith([
        testSong(),
        testSong(),
        testSong({ songid: 8, slug: 'b', song: 'B', times_played: '0', last_played: '0000-00-00', gap: '' }),
        // Out of Postgres' range.
        testSong({ songid: 9, slug: 'c', song: 'C', last_played: '0000-01-01', gap: '7000000000' }),
      ]),
    )
    await expect(source.listSongs()).resolves.toEqual([
      {
        sourceId: '7',
        slug: 'harbor-teeth',
        name: 'Harbor Teeth',
        timesPlayed: 41,
        gap: 0,
        lastPlayed: '2026-01-30',
      },
      { sourceId: '8', slug: 'b', name: 'B', timesPlayed: 0, gap: null, lastPlayed: null },
      { sourceId: '9', slug: 'c', name: 'C', timesPlayed: 41, gap: null, lastPlayed: null },
    ])
    await expect(source.listNotebookSongs()).resolves.toBeNull()
  })
})
