import type { RequestListener } from 'node:http'
import * as phishnet from '@called-it/tests/support/setlist-sources/phishnet-rows'
import {
  TEST_MBID,
  testPage,
  testSetlist,
} from '@called-it/tests/support/setlist-sources/setlistfm-responses'
import * as songfish from '@called-it/tests/support/setlist-sources/songfish-rows'
import { siteFaults } from '@called-it/tests/support/setlist-sources/test-faults'
import {
  createTestClock,
  startTestSite,
  type TestClock,
} from '@called-it/tests/support/setlist-sources/test-site'
import { describe, expect, test } from 'vitest'
import { createPhishnetSource } from './phishnet/phishnet-source.ts'
import { REQUEST_LIMITS, type SiteParts } from './request.ts'
import { createSetlistfmSource } from './setlistfm/setlistfm-source.ts'
import { createSongfishSource } from './songfish/songfish-source.ts'
import type { SetlistSource, SetlistSourceErrorKind } from './source.ts'

interface Site {
  readonly open: (baseUrl: string, parts: SiteParts) => SetlistSource
  /** As errors name it; Songfish sites are named by their address. */
  readonly name: RegExp
  readonly showId: string
  /** The site's error response with status 200. */
  readonly declined: unknown
  readonly declinedReason: string
  readonly setlist: unknown
  readonly wholeTable: unknown
  readonly wholeTableReason: string
}

const sites: Readonly<Record<string, Site>> = {
  phishnet: {
    open: (baseUrl, parts) => createPhishnetSource({ apiKey: 's3cret', baseUrl }, parts),
    name: /^phish\.net, /,
    showId: '501',
    declined: { error: true, error_message: 'No such key: s3cret', data: [] },
    declinedReason: ': the site declined (No such key: …)',
    setlist: { error: false, data: [phishnet.testPerformance()] },
    wholeTable: {
      error: false,
      data: [phishnet.testPerformance(), phishnet.testPerformance({ showid: 502 })],
    },
    wholeTableReason: ', field showid: is 502, which was not asked for',
  },
  songfish: {
    open: (baseUrl, parts) => createSongfishSource({ baseUrl }, parts),
    name: /^127\.0\.0\.1:\d+, /,
    showId: '501',
    declined: { error: 1, error_message: 'Unknown <b>method</b>', data: [] },
    declinedReason: ': the site declined (Unknown method)',
    setlist: songfish.testResponse([songfish.testPerformance()]),
    wholeTable: songfish.testResponse([
      songfish.testPerformance(),
      songfish.testPerformance({ show_id: 502 }),
    ]),
    wholeTableReason: ', field show_id: is 502, which was not asked for',
  },
  setlistfm: {
    open: (baseUrl, parts) => createSetlistfmSource({ apiKey: 's3cret', mbid: TEST_MBID, baseUrl }, parts),
    name: /^setlist\.fm, /,
    showId: '63de4613',
    declined: { code: 404, status: 'Not Found', message: 'unknown', timestamp: '2026-01-31' },
    declinedReason: ', field id: is not a text',
    setlist: testSetlist(),
    wholeTable: testPage([testSetlist()]),
    wholeTableReason: ', field id: is not a text',
  },
}

type Fault = readonly [
  fault: string,
  kind: SetlistSourceErrorKind,
  reason: string,
  respond: (clock: TestClock) => RequestListener,
  /** Whether a retry may succeed. */
  mayPass: boolean,
]

const faults: readonly Fault[] = [
  ['slow', 'timeout', ': no complete response within 10 s', (clock) => siteFaults.slow(clock), true],
  ['broken off', 'unreachable', ': the response broke off', () => siteFaults.brokenOff(), true],
  ['a 500', 'unreachable', ': the site responded with 500', () => siteFaults.serverError(), true],
  [
    'a 429',
    'limited',
    ': the site responded with 429, too many requests',
    () => siteFaults.tooManyRequests(7),
    true,
  ],
  ['a 429 for long', 'limited', ', and asks to wait 3600 s', () => siteFaults.tooManyRequests(3600), false],
  ['rubbish', 'page', ': the response is HTML, not JSON', () => siteFaults.rubbish(), false],
  ['10 MB', 'too-large', ': the response is larger than 8000000 bytes', () => siteFaults.huge(), false],
]

/** The site gives these responses in turn, and the last one for ever. */
async function openSource(site: Site, responses: readonly RequestListener[], clock = createTestClock()) {
  let requests = 0
  const server = await startTestSite((request, response) => {
    responses[Math.min(requests, responses.length - 1)]?.(request, response)
    requests += 1
  })
  const source = site.open(server.url, { permit: async () => {}, clock })
  return { source, waits: clock.waits, requests: () => requests }
}

async function failureOf(read: Promise<unknown>) {
  const error: unknown = await read.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof Error)) throw new Error('the source did not fail')
  return error
}

describe.each(Object.entries(sites))('%s', (_, site) => {
  const show = { sourceId: site.showId, date: '2026-01-30' }
  const good = siteFaults.respond(site.setlist)
  const place = `the setlist of show ${site.showId} (2026-01-30)`

  async function expectFailure(read: Promise<unknown>, kind: SetlistSourceErrorKind, reason: string) {
    const error = await failureOf(read)
    expect(error).toMatchObject({ name: 'SetlistSourceError', kind })
    expect(error.message).toMatch(site.name)
    expect(error.message).toContain(place)
    expect(error.message).toContain(reason)
    expect(error.message).not.toContain('s3cret')
  }

  // F17, guarded by limits of time and size and by the parser of responses (`request.ts`). Without the time limit slow sites
  // block a run for ever; without both size checks 10 MB are read; without the parser an HTML page counts as data.
  test.each(faults)('reports %s as an error', async (_, kind, reason, respond, mayPass) => {
    const clock = createTestClock()
    const { source, requests } = await openSource(site, [respond(clock)], clock)
    await expectFailure(source.findSetlist(show), kind, reason)
    expect(requests()).toBe(mayPass ? REQUEST_LIMITS.attempts : 1)
    await expect(source.listShows()).rejects.toMatchObject({ kind })
  })

  test.each(faults.filter((fault) => fault[4]))('retries after %s', async (...[, , , respond]) => {
    const clock = createTestClock()
    const { source } = await openSource(site, [respond(clock), good], clock)
    await expect(source.findSetlist(show)).resolves.toMatchObject({ text: 'Set 1: Harbor Teeth' })
    expect(clock.waits).toHaveLength(1)
  })

  test('waits after a 429 as long as the site asks', async () => {
    const { source, waits } = await openSource(site, [siteFaults.tooManyRequests(7), good])
    await source.findSetlist(show)
    expect(waits).toEqual([7000])
  })

  test('treats an error with status 200 as an error', async () => {
    const { source } = await openSource(site, [siteFaults.respond(site.declined)])
    const error = await failureOf(source.findSetlist(show))
    expect(error).toMatchObject({ name: 'SetlistSourceError' })
    expect(error.message).toContain(place + site.declinedReason)
    await expect(source.listShows()).rejects.toMatchObject({ name: 'SetlistSourceError' })
    await expect(source.listSongs()).rejects.toMatchObject({ name: 'SetlistSourceError' })
  })

  test('rejects the whole table in place of one setlist', async () => {
    const { source } = await openSource(site, [siteFaults.respond(site.wholeTable)])
    await expectFailure(source.findSetlist(show), 'malformed', site.wholeTableReason)
  })
})
