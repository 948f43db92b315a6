import { listOpenShows } from '@called-it/infra/postgres/queries/catalogue/shows'
import { listPlayedShowsOfSource } from '@called-it/infra/postgres/queries/catalogue/source-shows'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { findPrediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import { findScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import {
  SetlistSourceError,
  type SourceSetlist,
  type SourceShow,
  UNKNOWN_TIMES,
} from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'
import { utcDate } from '@called-it/shared/game/calendar'
import { emptyCatalogue } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, TEST_SOURCE } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { listedShow, listedSong, listedTour } from '@called-it/tests/support/workers/listed'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeEach, describe, expect, test } from 'vitest'
import { importEach } from '../../cli/import.ts'
import { createInProcessRunner } from '../../runs/in-process-runner.ts'

const bench = await benchOfFile()
const site: { shows: SourceShow[] } = { shows: [] }

bench.source.listSongs = async () => [listedSong('a'), listedSong('b')]
bench.source.listTours = async () => [listedTour('spring')]
bench.source.listShows = async () => site.shows

beforeEach(async () => {
  await emptyCatalogue(bench.db)
  bench.source.setlists.clear()
})

const DAY_IN_MS = 86_400_000
const dayFromToday = (days: number) => utcDate(new Date(Date.now() + days * DAY_IN_MS))

const importAll = () => bench.run('import-catalogue', { notebookOnly: false, confirm: true })
const versionOf = (topic: string) => getTopicVersion(bench.db, topic)
const showIds = async () => {
  const rows = await bench.db.selectFrom('shows').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

describe('vanished show', () => {
  const upcomingIds = async () => (await listOpenShows(bench.db)).map(({ id }) => id)
  const nextWeek = () => dayFromToday(7)

  test('leaves the upcoming shows until the source lists it again', async () => {
    const cancelled = listedShow('cancelled', null, { date: nextWeek() })
    const stays = { ...cancelled, sourceId: 'stays' }
    site.shows = [cancelled, stays]
    await importAll()
    const [cancelledId = 0, staysId = 0] = await showIds()
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
    expect(await showIds()).toHaveLength(2)
  })

  test('keeps its predictions, which can still be scored', async () => {
    site.shows = [listedShow('gone', null), listedShow('stays', null)]
    await importAll()
    const [showId = 0] = await showIds()
    const fan = await makeUser(bench.db)
    await makePrediction(bench.db, { showId, userId: fan.id, picks: { set1: [1] } })
    await makeSetlist(bench.db, showId, { set1: [1] })
    site.shows = site.shows.slice(1)
    await importAll()
    expect(await findPrediction(bench.db, showId, fan.id)).toMatchObject({ show_id: showId })
    expect(await bench.score(showId)).toMatchObject({
      state: 'done',
      result: { processed: 1, errors: 0 },
    })
  })

  test.each([
    ['the source lists no shows', TEST_SOURCE, []],
    ['it belongs to another source', 'elsewhere', [listedShow('other', null)]],
  ])('does not mark it where %s', async (_, source, listed) => {
    site.shows = [listedShow('here', null)]
    await importAll()
    await bench.db.updateTable('shows').set({ source }).execute()
    site.shows = listed
    expect(await bench.run('import-catalogue', { notebookOnly: false })).toMatchObject({ state: 'done' })
    const marked = await bench.db
      .selectFrom('shows')
      .select('id')
      .where('vanished_at', 'is not', null)
      .execute()
    expect(marked).toEqual([])
  })
})

describe('setlists of recent shows', () => {
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

  const lockingIn = (hours: number) => ({
    ...UNKNOWN_TIMES,
    locksAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
  })

  test('imports the setlists of shows that are over once', async () => {
    site.shows = [
      listedShow('2 days ago', null, { date: dayFromToday(-2) }),
      listedShow('14 days ago', null, { date: dayFromToday(-14) }),
      listedShow('15 days ago', null, { date: dayFromToday(-15) }),
      listedShow('tonight', null, { date: dayFromToday(0), times: lockingIn(-1) }),
      listedShow('open today', null, { date: dayFromToday(0), times: lockingIn(1) }),
      listedShow('open', null, { date: dayFromToday(-5), times: lockingIn(1) }),
      listedShow('excluded', null, { date: dayFromToday(-3), excluded: true }),
      listedShow('not written up', null, { date: dayFromToday(-4) }),
    ]
    for (const { sourceId } of site.shows.slice(0, -1)) writeUp(sourceId)
    expect(await importAll()).toMatchObject({
      state: 'done',
      result: { message: expect.stringContaining('Setlists of recent shows: 2 of 3.') },
    })
    expect(await withSetlists()).toEqual(['14 days ago', '2 days ago'])
    const [twoDaysAgo = 0] = await showIds()
    expect(await versionOf(topics.show(twoDaysAgo))).toBe(1)
    expect(await versionOf(topics.setlist(twoDaysAgo))).toBe(1)

    writeUp('not written up')
    expect((await importAll()).result).toMatchObject({
      message: expect.stringContaining('Setlists of recent shows: 1 of 1.'),
    })
    expect(await importAll()).toMatchObject({
      result: { message: 'The catalogue is up to date (songs: 2, tours: 1, shows: 8).' },
    })
  })

  test('imports the others and names each show whose setlist the source sends broken', async () => {
    const days = [-2, -3, -4, -5, -6]
    site.shows = days.map((day) => listedShow(`${day}`, null, { date: dayFromToday(day) }))
    for (const day of [-3, -4, -5]) {
      bench.source.setlists.set(`${day}`, new SetlistSourceError('malformed', `page ${day}`))
    }
    writeUp('-2')
    writeUp('-6')
    const broken = [-3, -4, -5].map((day) => `${dayFromToday(day)}, The Boathouse: page ${day}`)
    expect(await importAll()).toMatchObject({
      state: 'done',
      result: {
        message: expect.stringContaining(
          `Setlists of recent shows: 2 of 5. Some are missing: ${broken.join('; ')}`,
        ),
      },
    })
    const { result } = await bench.db.selectFrom('runs').select('result').executeTakeFirstOrThrow()
    const faults = ['-3', '-4', '-5'].map((show) => ({ show, row: null, message: `page ${show}` }))
    expect(result).toMatchObject({ faults: { count: 3, listed: faults } })
    expect(await withSetlists()).toEqual(['-2', '-6'])
  })

  test('finds a broken setlist of a scored show when the import is checked', async () => {
    site.shows = [listedShow('scored', null, { date: dayFromToday(-2) })]
    writeUp('scored')
    await importAll()
    const [showId = 0] = await showIds()
    await bench.score(showId)
    bench.source.setlists.set('scored', new SetlistSourceError('malformed', 'sent a web page'))
    const fault = { file: TEST_SOURCE, row: null, show: 'scored', field: null, message: 'sent a web page' }
    expect(await bench.run('check-import', {})).toMatchObject({
      result: { faults: { count: 1, listed: [fault] }, refusal: null, changes: [] },
    })
  })

  test('scores a show while the setlist of another one is broken', async () => {
    site.shows = ['broken', 'good'].map((id) => listedShow(id, null))
    await importAll()
    bench.source.setlists.set('broken', new SetlistSourceError('malformed', 'broken, field set: is empty'))
    writeUp('good')
    const [brokenId = 0, goodId = 0] = await showIds()
    expect(await bench.score(brokenId, true)).toMatchObject({
      state: 'failed',
      error: { code: 'source_malformed', message: 'broken, field set: is empty' },
    })
    expect(await bench.score(goodId, true)).toMatchObject({ state: 'done' })
  })

  test('imports the others on the command line, unless the source is away', async () => {
    const ids = ['broken', 'good', 'away', 'late']
    site.shows = ids.map((id) => listedShow(id, null))
    await importAll()
    bench.source.setlists.set('broken', new SetlistSourceError('malformed', 'sent a web page'))
    bench.source.setlists.set('away', new SetlistSourceError('timeout', 'took too long'))
    for (const id of ['good', 'late']) writeUp(id)
    const runner = createInProcessRunner({ ...bench, worker: 'cli' })
    const shows = await listPlayedShowsOfSource(bench.db, TEST_SOURCE, {}, false)
    expect(await importEach(runner, shows, { show: () => undefined, clear: () => undefined })).toEqual({
      counts: { changed: 1, unchanged: 0, missing: 0 },
      failures: [
        'The setlist of 2025-01-10, The Boathouse: sent a web page',
        'The setlist of 2025-01-10, The Boathouse: took too long',
      ],
    })
    expect(await withSetlists()).toEqual(['good'])
  })

  test('leaves the setlists to the next import while the source is down', async () => {
    const days = [-2, -3, -4, -5]
    site.shows = days.map((day) => listedShow(`${day}`, null, { date: dayFromToday(day) }))
    for (const day of days) {
      bench.source.setlists.set(`${day}`, new SetlistSourceError('timeout', 'the site took too long'))
    }
    writeUp('-5')
    expect(await importAll()).toMatchObject({
      state: 'done',
      result: { message: expect.stringContaining('Setlists of recent shows: 0 of 4.') },
    })
    for (const day of days) writeUp(`${day}`)
    await importAll()
    expect(await withSetlists()).toHaveLength(4)
  })

  test('marks an excluded show and does not request it again', async () => {
    site.shows = [listedShow('radio', null, { date: dayFromToday(-2) })]
    writeUp('radio', { excluded: true, exclusionReason: 'a radio session' })
    await importAll()
    const [showId = 0] = await showIds()
    expect(await findScorableShow(bench.db, showId)).toMatchObject({
      excluded: true,
      exclusionReason: 'a radio session',
      revisionId: null,
    })
  })
})
