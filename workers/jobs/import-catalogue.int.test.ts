import { makePrediction, makeSetlist, makeUser, TEST_SOURCE } from '@called-it/infra/postgres/factories'
import { findPrediction } from '@called-it/infra/postgres/queries/predictions'
import { findScorableShow } from '@called-it/infra/postgres/queries/score-sets'
import { listOpenShows } from '@called-it/infra/postgres/queries/shows'
import { findStanding } from '@called-it/infra/postgres/queries/standings'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings-count'
import { getTopicVersion } from '@called-it/infra/postgres/queries/topic-versions'
import {
  SetlistSourceError,
  type SourceSetlist,
  type SourceShow,
  type SourceSong,
  type SourceTour,
} from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/live'
import { utcDate } from '@called-it/shared/game/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '../run-context.ts'
import { setlistAtSource } from '../testing/made-up-source.ts'
import { createRunBench, type RunBench } from '../testing/run-bench.ts'
import { importCatalogue } from './import-catalogue.ts'

let bench: RunBench
/** What the data site lists. */
let site: { songs: SourceSong[]; notebook: SourceSong[]; tours: SourceTour[]; shows: SourceShow[] }

beforeAll(async () => {
  bench = await createRunBench()
})

beforeEach(async () => {
  await sql`TRUNCATE songs, tours, shows, runs, outbox, standings, standings_histogram, topic_versions CASCADE`.execute(
    bench.db,
  )
  site = {
    songs: [listedSong('a'), listedSong('b')],
    notebook: [listedSong('b')],
    tours: [listedTour('spring')],
    shows: Array.from({ length: 450 }, (_, index) => listedShow(`show-${index}`, 'spring')),
  }
  bench.source.listSongs = async () => site.songs
  bench.source.listNotebookSongs = async () => site.notebook
  bench.source.listTours = async () => site.tours
  bench.source.listShows = async () => site.shows
})

afterAll(() => bench.drop())

const listedSong = (slug: string): SourceSong => ({
  sourceId: slug,
  slug,
  name: slug,
  timesPlayed: 3,
  gap: 1,
  lastPlayed: '2025-01-01',
})

const listedTour = (sourceId: string): SourceTour => ({
  sourceId,
  name: sourceId,
  startDate: '2025-01-01',
  endDate: '2025-12-31',
  description: null,
})

const listedShow = (
  sourceId: string,
  tourSourceId: string | null,
  given: Partial<SourceShow> = {},
): SourceShow => ({
  sourceId,
  date: '2025-01-10',
  venue: 'The Boathouse',
  city: null,
  state: null,
  country: null,
  tourSourceId,
  locksAt: null,
  excluded: false,
  ...given,
})

const DAY_IN_MS = 86_400_000
const dayFromToday = (days: number) => utcDate(new Date(Date.now() + days * DAY_IN_MS))

const importAll = () => bench.run('import-catalogue', { notebookOnly: false })
const versionOf = (topic: string) => getTopicVersion(bench.db, topic)
const countRows = async (table: 'songs' | 'tours' | 'shows') => {
  const { count } = await bench.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
const idsOf = async (table: 'tours' | 'shows') => {
  const rows = await bench.db.selectFrom(table).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test('brings everything in, and does nothing the second time', async () => {
  const done = {
    state: 'done',
    done: 453,
    total: 453,
    result: {
      message: 'The catalogue is up to date (songs: 2, tours: 1, shows: 450).',
      songs: 2,
      tours: 1,
      shows: 450,
    },
  }
  expect(await importAll()).toMatchObject(done)
  const version = await versionOf(topics.catalogue)
  expect(version).toBeGreaterThan(0)

  expect(await importAll()).toMatchObject(done)
  expect(await versionOf(topics.catalogue)).toBe(version)
  expect([await countRows('songs'), await countRows('tours'), await countRows('shows')]).toEqual([2, 1, 450])
})

test('leaves tours and shows alone where only the notebook is ordered', async () => {
  const run = await bench.run('import-catalogue', { notebookOnly: true })
  expect(run.result).toEqual({
    message: 'The songs are up to date (songs: 2, in the notebook: 1).',
    songs: 2,
    tours: 0,
    shows: 0,
  })
  expect([await countRows('songs'), await countRows('tours'), await countRows('shows')]).toEqual([2, 0, 0])
})

test('keeps what was stored when it breaks off, and completes it at the next try', async () => {
  let changes = 0
  const breakingHost = bench.host({
    'import-catalogue': (context) =>
      importCatalogue({
        ...context,
        change<Answer>(part: Change<Answer>) {
          changes += 1
          if (changes === 3) throw new Error('the worker ends here')
          return context.change(part)
        },
      }),
  })
  const runId = await bench.order('import-catalogue', { notebookOnly: false })
  const job = await bench.jobOf(runId)
  await expect(breakingHost.carryOut('import-catalogue', runId, job)).rejects.toThrow('the worker ends here')
  const stored = await countRows('shows')
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(450)

  await bench.host().carryOut('import-catalogue', runId, await bench.jobOf(runId))
  expect(await bench.getRun(runId)).toMatchObject({ state: 'done', done: 453 })
  expect(await countRows('shows')).toBe(450)
})

test('tells open pages of a show that is to come, and of one that moved', async () => {
  const coming = listedShow('coming', null, { date: '2999-01-01' })
  site.shows = [listedShow('past', null), coming]
  await importAll()
  const [past = 0, upcoming = 0] = await idsOf('shows')
  expect([await versionOf(topics.show(past)), await versionOf(topics.show(upcoming))]).toEqual([0, 1])

  site.shows = [listedShow('past', null, { venue: 'The Barn' }), coming]
  await importAll()
  expect([await versionOf(topics.show(past)), await versionOf(topics.show(upcoming))]).toEqual([1, 1])
})

test('takes the scores of a show along when the show moves to another tour', async () => {
  site.tours = [listedTour('spring'), listedTour('summer')]
  site.shows = [listedShow('one', 'spring')]
  await importAll()
  const [spring = 0, summer = 0] = await idsOf('tours')
  const [showId = 0] = await idsOf('shows')
  await makeSetlist(bench.db, showId, { set1: [1, 2] })
  const fan = await makeUser(bench.db)
  await makePrediction(bench.db, { showId, userId: fan.id, picks: { set1: [1] } })
  await bench.run('score-show', { showId, fetchSetlist: false })
  expect(await findStanding(bench.db, spring, fan.id)).toMatchObject({ total: 15 })
  const version = await versionOf(topics.board(spring))

  site.shows = [listedShow('one', 'summer')]
  await importAll()
  expect(await findStanding(bench.db, spring, fan.id)).toBeNull()
  expect(await findStanding(bench.db, summer, fan.id)).toMatchObject({ total: 15, rank: 1 })
  expect(await verifyStandings(bench.db)).toEqual([])
  expect(await versionOf(topics.board(spring))).toBe(version + 1)
})

test('ends with the site’s own words where the site fails, and changes nothing', async () => {
  await importAll()
  site.songs = [listedSong('c')]
  bench.source.listShows = async () => {
    throw new SetlistSourceError('timeout', 'the site did not list its shows in time')
  }
  expect(await importAll()).toMatchObject({
    state: 'failed',
    error: { code: 'source_failed', message: 'the site did not list its shows in time' },
  })
  expect(await countRows('songs')).toBe(2)
})

test('does not retire every song because a site lists none', async () => {
  await importAll()
  site.songs = []
  expect(await importAll()).toMatchObject({ state: 'failed', error: { code: 'source_failed' } })
  const active = await bench.db.selectFrom('songs').select('id').where('retired_at', 'is', null).execute()
  expect(active).toHaveLength(2)
})

describe('a show that the site lists no longer', () => {
  const upcomingIds = async () => (await listOpenShows(bench.db)).map(({ id }) => id)
  const tomorrow = () => dayFromToday(1)

  test('is marked, leaves the upcoming ones, and is there again when it is listed again', async () => {
    const [cancelled, stays] = ['cancelled', 'stays'].map((id) => listedShow(id, null, { date: tomorrow() }))
    if (!cancelled || !stays) throw new Error('two shows were listed')
    site.shows = [cancelled, stays]
    await importAll()
    const [cancelledId = 0, staysId = 0] = await idsOf('shows')
    expect(await upcomingIds()).toEqual([cancelledId, staysId])
    const versions = [await versionOf(topics.catalogue), await versionOf(topics.show(cancelledId))]

    site.shows = [stays]
    expect((await importAll()).result).toMatchObject({
      message: expect.stringContaining('No longer listed by the source: 1.'),
    })
    expect(await upcomingIds()).toEqual([staysId])
    const moved = [await versionOf(topics.catalogue), await versionOf(topics.show(cancelledId))]
    expect(moved).toEqual(versions.map((version) => version + 1))
    await importAll()
    expect([await versionOf(topics.catalogue), await versionOf(topics.show(cancelledId))]).toEqual(moved)

    site.shows = [cancelled, stays]
    await importAll()
    expect(await upcomingIds()).toEqual([cancelledId, staysId])
    expect(await countRows('shows')).toBe(2)
  })

  test('keeps its fans’ picks, which can still be scored', async () => {
    site.shows = [listedShow('gone', null), listedShow('stays', null)]
    await importAll()
    const [showId = 0] = await idsOf('shows')
    const fan = await makeUser(bench.db)
    await makePrediction(bench.db, { showId, userId: fan.id, picks: { set1: [1] } })
    await makeSetlist(bench.db, showId, { set1: [1] })
    site.shows = site.shows.slice(1)
    await importAll()
    expect(await findPrediction(bench.db, showId, fan.id)).toMatchObject({ showId })
    expect(await bench.run('score-show', { showId, fetchSetlist: false })).toMatchObject({
      state: 'done',
      result: { processed: 1, errors: 0 },
    })
  })

  test.each([
    ['only the notebook is ordered', TEST_SOURCE, true, [listedShow('other', null)]],
    ['the site lists no show at all', TEST_SOURCE, false, []],
    ['it is another site’s', 'elsewhere', false, [listedShow('other', null)]],
  ])('is not marked where %s', async (_, source, notebookOnly, listed) => {
    site.shows = [listedShow('here', null)]
    await importAll()
    await bench.db.updateTable('shows').set({ source }).execute()
    site.shows = listed
    expect(await bench.run('import-catalogue', { notebookOnly })).toMatchObject({ state: 'done' })
    const marked = await bench.db
      .selectFrom('shows')
      .select('id')
      .where('vanished_at', 'is not', null)
      .execute()
    expect(marked).toEqual([])
  })
})

describe('the setlists of recent shows', () => {
  const songs = [{ source_id: 'a', slug: 'a', name: 'a' }]
  const writeUp = (sourceId: string, given: Partial<SourceSetlist> = {}) =>
    bench.source.setlists.set(sourceId, setlistAtSource({ source_id: sourceId }, { 1: songs }, given))
  const withSetlists = async () => {
    const rows = await bench.db
      .selectFrom('shows')
      .select('source_id')
      .where('setlist_revision_id', 'is not', null)
      .orderBy('source_id')
      .execute()
    return rows.map((row) => row.source_id)
  }

  beforeEach(() => bench.source.setlists.clear())

  test('come along, where their day is over, and are not asked for twice', async () => {
    site.shows = [
      listedShow('yesterday', null, { date: dayFromToday(-1) }),
      listedShow('14 days ago', null, { date: dayFromToday(-14) }),
      listedShow('15 days ago', null, { date: dayFromToday(-15) }),
      listedShow('today', null, { date: dayFromToday(0) }),
      listedShow('open', null, { date: dayFromToday(-2), locksAt: '2999-01-01T00:00:00Z' }),
      listedShow('excluded', null, { date: dayFromToday(-3), excluded: true }),
      listedShow('not written up', null, { date: dayFromToday(-4) }),
    ]
    for (const { sourceId } of site.shows.slice(0, -1)) writeUp(sourceId)
    expect(await importAll()).toMatchObject({
      state: 'done',
      result: { message: expect.stringContaining('Setlists of recent shows: 2 of 3.') },
    })
    expect(await withSetlists()).toEqual(['14 days ago', 'yesterday'])
    const [yesterday = 0] = await idsOf('shows')
    expect(await versionOf(topics.show(yesterday))).toBe(1)

    writeUp('not written up')
    expect((await importAll()).result).toMatchObject({
      message: expect.stringContaining('Setlists of recent shows: 1 of 1.'),
    })
    expect(await importAll()).toMatchObject({
      result: { message: 'The catalogue is up to date (songs: 2, tours: 1, shows: 7).' },
    })
  })

  test('are counted in the progress', async () => {
    site.shows = [-1, -2].map((days) => listedShow(`${days}`, null, { date: dayFromToday(days) }))
    const progress: unknown[] = []
    const host = bench.host({
      'import-catalogue': (context) =>
        importCatalogue({ ...context, progress: (done, total) => void progress.push([done, total]) }),
    })
    const runId = await bench.order('import-catalogue', { notebookOnly: false })
    await host.carryOut('import-catalogue', runId, await bench.jobOf(runId))
    expect(progress).toEqual([
      [0, 5],
      [5, 5],
      [6, 7],
      [7, 7],
    ])
  })

  test('do not fail the import where the site fails, which says why', async () => {
    site.shows = [-1, -2, -3].map((days) => listedShow(`${days}`, null, { date: dayFromToday(days) }))
    writeUp('-1')
    bench.source.setlists.set('-2', new SetlistSourceError('malformed', 'the site sent a web page'))
    writeUp('-3')
    expect(await importAll()).toMatchObject({
      state: 'done',
      result: {
        message: expect.stringMatching(
          /Setlists of recent shows: 2 of 3\. Not all could be had: the site sent a web page$/,
        ),
      },
    })
    expect(await withSetlists()).toEqual(['-1', '-3'])
  })

  test('are left for the next import where the site is down', async () => {
    const days = [-1, -2, -3, -4]
    site.shows = days.map((day) => listedShow(`${day}`, null, { date: dayFromToday(day) }))
    for (const day of days) {
      bench.source.setlists.set(`${day}`, new SetlistSourceError('timeout', 'the site took too long'))
    }
    writeUp('-4')
    expect(await importAll()).toMatchObject({
      state: 'done',
      result: { message: expect.stringContaining('Setlists of recent shows: 0 of 4.') },
    })
    for (const day of days) writeUp(`${day}`)
    await importAll()
    expect(await withSetlists()).toHaveLength(4)
  })

  test('say which show does not count, and it is not asked for again', async () => {
    site.shows = [listedShow('radio', null, { date: dayFromToday(-1) })]
    writeUp('radio', { excluded: true, exclusionReason: 'a radio session' })
    await importAll()
    const [showId = 0] = await idsOf('shows')
    expect(await findScorableShow(bench.db, showId)).toMatchObject({
      excluded: true,
      exclusionReason: 'a radio session',
      revisionId: null,
    })
  })

  test('do not come where only the notebook is ordered', async () => {
    site.shows = [listedShow('yesterday', null, { date: dayFromToday(-1) })]
    await importAll()
    writeUp('yesterday')
    await bench.run('import-catalogue', { notebookOnly: true })
    expect(await withSetlists()).toEqual([])
  })
})
