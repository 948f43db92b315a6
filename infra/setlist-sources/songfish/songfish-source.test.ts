import {
  testPerformance,
  testResponse,
  testShow,
} from '@called-it/tests/support/setlist-sources/songfish-rows'
import { createTestClock, startTestSite } from '@called-it/tests/support/setlist-sources/test-site'
import { describe, expect, test } from 'vitest'
import { UNKNOWN_TIMES } from '../source.ts'
import { createSongfishSource } from './songfish-source.ts'

const SHOW = { sourceId: '501', date: '2026-01-30' }

async function startSource(respond: (path: string) => unknown) {
  const calls: string[] = []
  const site = await startTestSite((request, response) => {
    const url = request.url ?? ''
    calls.push(url)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(testResponse(respond(url))))
  })
  const source = createSongfishSource(
    { baseUrl: `${site.url}/api/v2` },
    { permit: async () => {}, clock: createTestClock() },
  )
  return { source, calls }
}

async function findSetlist(rows: unknown) {
  const { source } = await startSource(() => rows)
  return source.findSetlist(SHOW)
}

describe('Songfish setlist', () => {
  test('requests a setlist by show number; null without rows', async () => {
    const { source, calls } = await startSource(() => [])
    await expect(source.findSetlist(SHOW)).resolves.toBeNull()
    expect(calls).toEqual(['/api/v2/setlists/show_id/501.json'])
  })

  test('has sets, encores and a soundcheck in order of performance', async () => {
    const played = [
      ['Soundcheck', '1', 'A'],
      ['One Set', '1', 'BB'],
      ['DJ Set', '2', 'CCC'],
      ['Encore', '3', 'DDDD'],
      ['Encore', 'e2', 'EEEEE'],
    ]
    const rows = played.map(([settype, setnumber, songname], index) =>
      testPerformance({ settype, setnumber, songname, slug: songname, song_id: index, position: index + 1 }),
    )
    const setlist = await findSetlist(rows.toReversed())
    expect(setlist?.entries.map(({ set, song }) => [set, song.name])).toEqual([
      ['s', 'A'],
      ['1', 'BB'],
      ['2', 'CCC'],
      ['e', 'DDDD'],
      ['e2', 'EEEEE'],
    ])
    expect(setlist).toMatchObject({ showSourceId: '501', excluded: false, exclusionReason: null })
  })

  test('prints a setlist with segues and plain-text notes', async () => {
    const setlist = await findSetlist([
      testPerformance({ transition: ' ->', shownotes: '<p>It <i>rained</i>.</p>', soundcheck: '...' }),
      testPerformance({ position: 2, songname: 'Salt &amp; Glass', footnote: 'Debut', transition: '  ' }),
    ])
    expect(setlist?.text).toBe('Set 1: Harbor Teeth -> Salt & Glass')
    expect(setlist?.notes).toBe('It rained.\nSalt & Glass: Debut')
  })

  test('names the show and the invalid field', async () => {
    await expect(findSetlist([testPerformance({ setnumber: 'first' })])).rejects.toThrow(
      'row 1 (show 501, 2026-01-30), field setnumber: is not a set: 1, 2, …, e, e2, …',
    )
  })
})

describe('Songfish lists', () => {
  test('lists the band’s own shows, oldest first, both of one date', async () => {
    const { source, calls } = await startSource(() => [
      testShow({ show_id: 503, showdate: '2026-02-02', showorder: 2, state: '' }),
      testShow({ show_id: 502, showdate: '2026-02-02', tour_id: 0 }),
      testShow({ show_id: 700, artist_id: 13 }),
      testShow(),
    ])
    const shows = await source.listShows()
    expect(calls).toEqual(['/api/v2/shows/artist_id/1.json?order_by=showdate'])
    expect(shows.map(({ sourceId, date }) => [sourceId, date])).toEqual([
      ['501', '2026-01-30'],
      ['502', '2026-02-02'],
      ['503', '2026-02-02'],
    ])
    expect(shows[0]).toMatchObject({
      venue: 'Driftglass Amphitheater',
      city: 'Bend',
      state: 'OR',
      country: 'USA',
    })
    expect(shows[0]).toMatchObject({ tourSourceId: '9', times: UNKNOWN_TIMES, excluded: false })
    expect(shows[1]?.tourSourceId).toBeNull()
    await expect(source.listTours()).resolves.toMatchObject([
      { sourceId: '9', name: '2026 Winter Tour', startDate: '2026-01-30', endDate: '2026-02-02' },
    ])
  })

  test.each([
    [{}, null, null],
    [{ timezone: null, showtime: null }, null, null],
    [{ timezone: '', showtime: '' }, null, null],
    [{ timezone: 'America/Denver', showtime: '19:30:00' }, 'America/Denver', '19:30'],
    [{ timezone: 'Europe/Vienna', showtime: '20:00' }, 'Europe/Vienna', '20:00'],
    [{ timezone: 'EST', showtime: '00:00:00' }, null, null],
    [{ timezone: '+01:00', showtime: '7:30 PM' }, null, null],
    [{ timezone: 'Vienna/Europe', showtime: '25:00:00' }, null, null],
    [{ timezone: 5, showtime: 1930 }, null, null],
  ])('reads the times of a show from %j', async (fields, timeZone, startsLocal) => {
    const { source } = await startSource(() => [testShow(fields)])
    const [show] = await source.listShows()
    expect(show?.times).toEqual({ ...UNKNOWN_TIMES, timeZone, startsLocal })
  })

  test('leaves unknown song fields null and has no notebook', async () => {
    const { source } = await startSource(() => [{ id: 7, name: 'Salt &amp; Glass', slug: 'salt-glass' }])
    const unknown = { timesPlayed: null, gap: null, lastPlayed: null }
    await expect(source.listSongs()).resolves.toEqual([
      { sourceId: '7', slug: 'salt-glass', name: 'Salt & Glass', ...unknown },
    ])
    await expect(source.listNotebookSongs()).resolves.toBeNull()
  })
})
