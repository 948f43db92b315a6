import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { findStanding } from '@called-it/infra/postgres/queries/standings/standings'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import {
  SetlistSourceError,
  type SourceShow,
  type SourceSong,
  type SourceTour,
} from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'
import { POINTS } from '@called-it/shared/game/points'
import { countedRows } from '@called-it/tests/support/counted-rows'
import { emptyCatalogue } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { listedShow, listedSong, listedTour } from '@called-it/tests/support/workers/listed'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Change } from '../../runs/run-context.ts'
import { importCatalogue } from './import-catalogue.ts'

const bench = await benchOfFile()
let site: { songs: SourceSong[]; notebook: SourceSong[]; tours: SourceTour[]; shows: SourceShow[] }

beforeEach(async () => {
  await emptyCatalogue(bench.db)
  site = {
    songs: [listedSong('a'), listedSong('b')],
    notebook: [listedSong('b')],
    tours: [listedTour('spring')],
    shows: listShows(3),
  }
  bench.source.listSongs = async () => site.songs
  bench.source.listNotebookSongs = async () => site.notebook
  bench.source.listTours = async () => site.tours
  bench.source.listShows = async () => site.shows
})

const listShows = (count: number) =>
  Array.from({ length: count }, (_, index) => listedShow(`show-${index}`, 'spring'))
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

test('imports everything once and changes nothing the second time', async () => {
  site.shows = listShows(210)
  const done = {
    state: 'done',
    done: 213,
    total: 213,
    result: {
      message: 'The catalogue is up to date (songs: 2, tours: 1, shows: 210).',
      songs: 2,
      tours: 1,
      shows: 210,
    },
  }
  expect(await importAll()).toMatchObject(done)
  const version = await versionOf(topics.catalogue)
  expect(version).toBeGreaterThan(0)

  expect(await importAll()).toMatchObject(done)
  expect(await versionOf(topics.catalogue)).toBe(version)
  expect(await countedRows(bench.db, 'shows')).toBe(210)
  expect([await countRows('songs'), await countRows('tours'), await countRows('shows')]).toEqual([2, 1, 210])
})

test('ends its message with the notes of the source', async () => {
  bench.source.listNotes = async () => ['Columns that are not read: doors (shows.csv).']
  onTestFinished(() => void delete bench.source.listNotes)
  const { result } = await importAll()
  expect(result).toMatchObject({
    message:
      'The catalogue is up to date (songs: 2, tours: 1, shows: 3). Columns that are not read: doors (shows.csv).',
  })
})

test('leaves tours and shows alone when the notebook is updated', async () => {
  const run = await bench.run('update-notebook', {})
  expect(run.result).toEqual({
    message: 'The songs are up to date (songs: 2, in the notebook: 1).',
    songs: 2,
    tours: 0,
    shows: 0,
  })
  expect([await countRows('songs'), await countRows('tours'), await countRows('shows')]).toEqual([2, 0, 0])
})

test('keeps what is stored when it is aborted and completes it on retry', async () => {
  site.shows = listShows(210)
  let changes = 0
  const failing = bench.createExecutor({
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
  const runId = await bench.enqueue('import-catalogue', { notebookOnly: false })
  const job = await bench.jobOf(runId)
  await expect(failing.execute('import-catalogue', runId, job)).rejects.toThrow('the worker ends here')
  const stored = await countRows('shows')
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(210)

  await bench.createExecutor().execute('import-catalogue', runId, await bench.jobOf(runId))
  expect(await bench.getRun(runId)).toMatchObject({ state: 'done', done: 213 })
  expect(await countRows('shows')).toBe(210)
})

test('publishes an upcoming show and a moved one', async () => {
  const coming = listedShow('coming', null, { date: '2999-01-01' })
  site.shows = [listedShow('past', null), coming]
  await importAll()
  const [past = 0, upcoming = 0] = await idsOf('shows')
  expect([await versionOf(topics.show(past)), await versionOf(topics.show(upcoming))]).toEqual([0, 1])

  site.shows = [listedShow('past', null, { venue: 'The Barn' }), coming]
  await importAll()
  expect([await versionOf(topics.show(past)), await versionOf(topics.show(upcoming))]).toEqual([1, 1])
})

test('moves the scores of a show that moves to another tour', async () => {
  site.tours = [listedTour('spring'), listedTour('summer')]
  site.shows = [listedShow('one', 'spring')]
  await importAll()
  const [spring = 0, summer = 0] = await idsOf('tours')
  const [showId = 0] = await idsOf('shows')
  await makeSetlist(bench.db, showId, { set1: [1, 2] })
  const fan = await makeUser(bench.db)
  await makePrediction(bench.db, { showId, userId: fan.id, picks: { set1: [1] } })
  await bench.score(showId)
  expect(await findStanding(bench.db, spring, fan.id)).toMatchObject({ total: POINTS.correctSpecial })
  const version = await versionOf(topics.board(spring))

  site.shows = [listedShow('one', 'summer')]
  await importAll()
  expect(await findStanding(bench.db, spring, fan.id)).toBeNull()
  expect(await findStanding(bench.db, summer, fan.id)).toMatchObject({
    total: POINTS.correctSpecial,
    rank: 1,
  })
  expect(await verifyStandings(bench.db)).toEqual([])
  expect(await versionOf(topics.board(spring))).toBe(version + 1)
})

test('fails with the source’s message and changes nothing', async () => {
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

test.each([
  ['import-catalogue', { notebookOnly: false }],
  ['update-notebook', {}],
] as const)('stores nothing of more songs than there are numbers: %s', async (kind, order) => {
  await makeSong(bench.db, { id: 65_534, source_id: 'last', slug: 'last' })
  site.songs = ['last', 'one more', 'two more'].map(listedSong)
  expect(await bench.run(kind, order)).toMatchObject({
    state: 'failed',
    error: {
      code: 'too_many_songs',
      message:
        'With those of the source there would be 65,536 songs, and an installation has room for 65,535 songs.',
    },
  })
  expect([await countRows('songs'), await countRows('tours'), await countRows('shows')]).toEqual([1, 0, 0])
})

test('updates known songs when no number is left, and takes no setlist with a new one', async () => {
  await importAll()
  await makeSong(bench.db, { id: 65_535, source_id: 'c', slug: 'c' })
  site.songs = [listedSong('a'), listedSong('b'), { ...listedSong('c'), name: 'The last' }]
  expect(await importAll()).toMatchObject({ state: 'done' })
  const [showId = 0] = await idsOf('shows')
  const entries = [{ set: '1', song: listedSong('unlisted') }]
  bench.source.setlists.set('show-0', setlistAtSource({ source_id: 'show-0' }, {}, { entries }))
  onTestFinished(() => void bench.source.setlists.clear())
  expect(await bench.run('import-setlist', { showId })).toMatchObject({ error: { code: 'too_many_songs' } })
})

test('does not retire all songs when the source lists none', async () => {
  await importAll()
  site.songs = []
  expect(await importAll()).toMatchObject({ state: 'failed', error: { code: 'source_failed' } })
  const active = await bench.db.selectFrom('songs').select('id').where('retired_at', 'is', null).execute()
  expect(active).toHaveLength(2)
})
