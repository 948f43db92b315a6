import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { createPhishnetSource } from '@called-it/infra/setlist-sources/phishnet/phishnet-source'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { utcDate } from '@called-it/shared/game/calendar'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import * as rows from '@called-it/tests/support/setlist-sources/phishnet-rows'
import { siteFaults } from '@called-it/tests/support/setlist-sources/test-faults'
import {
  createTestClock,
  startTestSite,
  type TestClock,
} from '@called-it/tests/support/setlist-sources/test-site'
import { createRunBench, type RunBench } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importCatalogue } from './import-catalogue.ts'
import { importSetlist } from './import-setlist.ts'

let bench: RunBench

beforeAll(async () => {
  bench = await createRunBench()
})

beforeEach(async () => {
  await sql`TRUNCATE songs, tours, shows, runs, outbox, topic_versions CASCADE`.execute(bench.db)
})

afterAll(() => bench.drop())

type Answers = (path: string) => RequestListener

const answer = (data: unknown) => siteFaults.answer({ error: false, error_message: '', data })

/** The test may change the site's responses while it runs. */
async function startSite(answers: Answers) {
  const site = { answers, clock: createTestClock() }
  const server = await startTestSite((request, response) => {
    const path = new URL(request.url ?? '', 'http://site').pathname.replace(/\.json$/, '')
    site.answers(path)(request, response)
  })
  const source = createPhishnetSource(
    { apiKey: 's3cret', baseUrl: server.url },
    { permit: async () => {}, clock: site.clock },
  )
  return { site, source }
}

/** Delivers the job twice. */
async function runOn<K extends 'import-catalogue' | 'import-setlist'>(
  source: SetlistSource,
  kind: K,
  order: Parameters<typeof bench.enqueue<K>>[1],
) {
  const executor = bench.createExecutor({
    'import-catalogue': (context) => importCatalogue({ ...context, source }),
    'import-setlist': (context) => importSetlist({ ...context, source }),
  })
  const runId = await bench.enqueue(kind, order)
  const job = await bench.jobOf(runId)
  await executor.execute(kind, runId, job)
  await executor.execute(kind, runId, job)
  return bench.getRun(runId)
}

const importAll = (source: SetlistSource) => runOn(source, 'import-catalogue', { notebookOnly: false })

/** Everything that imports write, without timestamps. */
async function readCatalogue() {
  const { rows: found } = await sql`
    SELECT 'song' AS kind, id, source_id, name AS what, times_played::text AS more FROM songs
    UNION ALL SELECT 'tour', id, source_id, name, end_date::text FROM tours
    UNION ALL SELECT 'show', id, source_id, showdate::text, coalesce(venue, '') || excluded FROM shows
    UNION ALL SELECT 'setlist', id, show_id::text, text, notes FROM setlist_revisions
    ORDER BY 1, 2`.execute(bench.db)
  return found
}

const DAY_IN_MS = 86_400_000
const yesterday = utcDate(new Date(Date.now() - DAY_IN_MS))

/** A matinee and an evening on one date, and an upcoming show. */
const SHOWS = [
  rows.testShow({ showid: 501, showdate: yesterday }),
  rows.testShow({ showid: 502, showdate: yesterday }),
  rows.testShow({ showid: 503, showdate: '2999-02-02' }),
]

const setlistOf = (showid: number) =>
  rows.testSetlist({ 1: ['Glass Elk', 'Ferry'], e: ['Harbor Teeth'] }, { showid, showdate: yesterday })

const goodAnswers: Answers = (path) => {
  if (path === '/songs') return answer([rows.testSong(), rows.testSong({ songid: 8, slug: 'b', song: 'B' })])
  if (path.startsWith('/shows/')) return answer(SHOWS)
  const showid = Number(path.split('/').at(-1))
  return answer(showid === 503 ? [] : setlistOf(showid))
}

describe('import over HTTP', () => {
  test('imports both shows of one date once', async () => {
    const { source } = await startSite(goodAnswers)
    expect(await importAll(source)).toMatchObject({
      state: 'done',
      result: { songs: 2, tours: 1, shows: 3, message: expect.stringContaining('recent shows: 2 of 2') },
    })
    const shows = await bench.db.selectFrom('shows').select(['source_id', 'showdate']).orderBy('id').execute()
    expect(shows.slice(0, 2)).toEqual([
      { source_id: '501', showdate: yesterday },
      { source_id: '502', showdate: yesterday },
    ])
    const first = await readCatalogue()
    expect(await importAll(source)).toMatchObject({ state: 'done' })
    expect(await readCatalogue()).toEqual(first)
  })

  const place = 'phish.net, the list of shows'
  const faults: readonly (readonly [string, string, (clock: TestClock) => RequestListener])[] = [
    ['slow', `${place}: no whole answer within 10 s`, siteFaults.slow],
    ['broken off', `${place}: the answer broke off`, siteFaults.brokenOff],
    ['a 500', `${place}: the site answered 500`, siteFaults.serverError],
    ['a 429', `${place}: the site answered 429`, () => siteFaults.tooManyRequests(2)],
    ['rubbish', `${place}: the answer is HTML, not JSON`, siteFaults.rubbish],
    ['10 MB', `${place}: the answer is larger than 8000000 bytes`, siteFaults.huge],
    [
      'error: true',
      `${place}: the site declined (no such key: …)`,
      () => siteFaults.answer({ error: true, error_message: 'no such key: s3cret', data: [] }),
    ],
    [
      'a wrong row',
      `${place}, row 2 (show 502, soon), field showdate: is not a day, YYYY-MM-DD`,
      () => answer([SHOWS[0], rows.testShow({ showid: 502, showdate: 'soon' })]),
    ],
  ]

  test.each(faults)('reports %s, stores nothing, and succeeds on the next run', async (_, message, fault) => {
    const { site, source } = await startSite(goodAnswers)
    site.answers = (path) => (path.startsWith('/shows/') ? fault(site.clock) : goodAnswers(path))
    const run = await importAll(source)
    expect(run).toMatchObject({ state: 'failed', error: { code: 'source_failed' } })
    expect(run.error?.message.startsWith(message)).toBe(true)
    expect(await readCatalogue()).toEqual([])

    site.answers = goodAnswers
    expect(await importAll(source)).toMatchObject({ state: 'done', result: { shows: 3 } })
  })

  test('keeps what it has when setlists fail, and fetches the rest later', async () => {
    const { site, source } = await startSite(goodAnswers)
    site.answers = (path) => (path.endsWith('/501') ? siteFaults.serverError() : goodAnswers(path))
    expect(await importAll(source)).toMatchObject({
      state: 'done',
      result: {
        message: expect.stringContaining(
          `1 of 2. Some are missing: phish.net, the setlist of show 501 (${yesterday}): the site answered 500`,
        ),
      },
    })
    site.answers = goodAnswers
    expect(await importAll(source)).toMatchObject({
      result: { message: expect.stringContaining('recent shows: 1 of 1.') },
    })
  })

  test('keeps the setlist when the source returns its whole table', async () => {
    const { site, source } = await startSite(goodAnswers)
    await importAll(source)
    const before = await readCatalogue()
    site.answers = () => answer([...setlistOf(501), ...setlistOf(502)])
    const { id: showId } = await bench.db
      .selectFrom('shows')
      .select('id')
      .where('source_id', '=', '501')
      .executeTakeFirstOrThrow()
    expect(await runOn(source, 'import-setlist', { showId })).toMatchObject({
      state: 'failed',
      error: {
        code: 'source_failed',
        message: `phish.net, the setlist of show 501 (${yesterday}), field showid: is 502, which was not asked for`,
      },
    })
    expect(await readCatalogue()).toEqual(before)
  })
})

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  const real = (file: string): RequestListener => {
    const body = readFileSync(join(REAL_SETLISTS, 'phishnet-v5', file))
    return (_, response) => void response.setHeader('content-type', 'application/json').end(body)
  }

  test('imports from a source that fails every other time, without partial data', async () => {
    let requests = 0
    const { site, source } = await startSite((path) => {
      requests += 1
      if (requests % 2 === 1) return requests % 4 === 1 ? siteFaults.serverError() : siteFaults.brokenOff()
      if (path === '/songs') return goodAnswers(path)
      return real('shows_two_on_same_date.json')
    })
    expect(await importAll(source)).toMatchObject({ state: 'done', result: { shows: 8 } })
    const dates = await bench.db
      .selectFrom('shows')
      .select(({ fn }) => ['showdate', fn.countAll<number>().as('shows')])
      .groupBy('showdate')
      .execute()
    expect(dates.map(({ shows }) => shows)).toEqual([2, 2, 2, 2])

    const before = await readCatalogue()
    const whole = readFileSync(join(REAL_SETLISTS, 'phishnet-v5', 'shows_recent_and_upcoming_2025.json'))
    site.answers = (path) =>
      path === '/songs'
        ? goodAnswers(path)
        : (_, response) => void response.end(whole.subarray(0, whole.length / 2))
    expect(await importAll(source)).toMatchObject({
      state: 'failed',
      error: { message: 'phish.net, the list of shows: the answer is only half there, or not JSON' },
    })
    expect(await readCatalogue()).toEqual(before)
    site.answers = (path) =>
      path === '/songs' ? goodAnswers(path) : real('shows_recent_and_upcoming_2025.json')
    expect(await importAll(source)).toMatchObject({ state: 'done', result: { shows: 45 } })
  })
})
