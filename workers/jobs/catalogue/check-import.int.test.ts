import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holdSongNumbers } from '@called-it/infra/postgres/queries/catalogue/added-songs'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { runResults } from '@called-it/shared/contract/runs'
import { utcDate } from '@called-it/shared/game/calendar'
import { emptyCatalogue } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { findImportEffect } from './check-import.ts'

const bench = await benchOfFile()
const folder = await folderOfFile()

const { name: _, ...files } = createFileSource({ paths: [folder] })
Object.assign(bench.source, files)

beforeEach(() => emptyCatalogue(bench.db))

/** Long enough ago that it is not tonight's show. */
const PLAYED_ON = utcDate(new Date(Date.now() - 172_800_000))

type Songs = Readonly<Record<string, string>>
const SONGS = { a: 'Anchor', b: 'Barge', c: 'Canal', d: 'Dory' }
const SHOWS = ['played', 'one', 'two', 'three']

/** `setlist` is that of the played show, by the ids of songs; the other shows are to come. */
async function writeFiles(songs: Songs, setlist: string, shows: readonly string[] = SHOWS): Promise<void> {
  const rows = setlist.split(' ').map((song) => `played;${PLAYED_ON};1;${song};${songs[song] ?? song}`)
  await writeFile(join(folder, 'rows.csv'), ['showid;showdate;set;songid;song', ...rows].join('\n'))
  const dates = shows.map((show) => `${show};${show === 'played' ? PLAYED_ON : '2099-01-01'};Hall of ${show}`)
  await writeFile(join(folder, 'shows.csv'), ['showid;showdate;venue', ...dates].join('\n'))
  const list = Object.entries(songs).map(([id, name]) => `${id};${name}`)
  await writeFile(join(folder, 'songs.csv'), ['songid;song', ...list].join('\n'))
}

const importAll = (confirm = false) => bench.run('import-catalogue', { notebookOnly: false, confirm })

const check = () =>
  findImportEffect({ ...bench, signal: new AbortController().signal, progress: () => undefined })

/** With the sequences, which a rollback leaves as they are. */
async function readTables(): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(bench.db)
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql`SELECT t::text FROM ${sql.table(name)} AS t ORDER BY 1`.execute(bench.db)
    content[name] = rows
  }
  const { rows } = await sql`SELECT sequencename, last_value FROM pg_sequences ORDER BY 1`.execute(bench.db)
  return { ...content, rows }
}

/** The played show, scored with two predictions. */
async function scorePlayed(picks: readonly number[]): Promise<void> {
  const { id: showId } = await bench.db
    .selectFrom('shows')
    .select('id')
    .where('source_id', '=', 'played')
    .executeTakeFirstOrThrow()
  for (const song of picks) {
    const { id: userId } = await makeUser(bench.db)
    await makePrediction(bench.db, { showId, userId, picks: { set1: [song] } })
  }
  expect(await bench.score(showId)).toMatchObject({ state: 'done' })
}

async function songId(sourceId: string): Promise<number> {
  const { id } = await bench.db
    .selectFrom('songs')
    .select('id')
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()
  return id
}

test('names everything that an import would change, and stores nothing', async () => {
  await writeFiles(SONGS, 'a b')
  await importAll()
  await scorePlayed([await songId('b'), await songId('a')])
  const { d: _, ...kept } = SONGS
  await writeFiles({ ...kept, c: 'Canals', e: 'Eddy' }, 'a c x', ['played', 'one', 'two', 'four'])
  const stored = await readTables()
  const found = await check()
  expect(found).toEqual({
    faults: { count: 0, listed: [] },
    refusal: null,
    question: null,
    changes: [
      { noun: 'song', change: 'new', count: 2, names: ['x', 'Eddy'] },
      { noun: 'song', change: 'renamed', count: 1, names: ['Canal → Canals'] },
      { noun: 'song', change: 'retired', count: 1, names: ['Dory'] },
      { noun: 'show', change: 'new', count: 1, names: ['2099-01-01, Hall of four'] },
      { noun: 'show', change: 'vanished', count: 1, names: ['2099-01-01, Hall of three'] },
    ],
    scores: {
      moved: 1,
      shows: 1,
      listed: [{ show: `${PLAYED_ON}, Hall of played`, moved: 1, predictions: 2 }],
    },
  })
  expect(await check()).toEqual(found)
  expect(await readTables()).toEqual(stored)

  await importAll()
  expect((await check()).changes).toEqual([])
})

test('lists all faults to the command line, and the first 100 to a run', async () => {
  await writeFiles(SONGS, 'a b')
  await importAll()
  const rows = Array.from({ length: 250 }, () => `played;${PLAYED_ON};main;a;Anchor`)
  await writeFile(join(folder, 'rows.csv'), ['showid;showdate;set;songid;song', ...rows].join('\n'))
  const { faults } = await check()
  expect([faults.count, faults.listed.length]).toEqual([250, 250])
  expect(faults.listed[249]).toEqual({
    file: 'rows.csv',
    row: 250,
    show: 'played',
    field: 'set',
    message: expect.stringContaining('is not a set'),
  })
  const run = await bench.run('check-import', {})
  const result = runResults['check-import'].parse(run.result)
  expect([result.faults.count, result.faults.listed.length]).toEqual([250, 100])
})

test('says why an import would be refused', async () => {
  await writeFiles(SONGS, 'a b')
  await writeFile(join(folder, 'shows.csv'), 'show;when\nplayed;yesterday')
  const broken = 'shows.csv: has the columns of neither setlists, shows nor songs'
  expect(await check()).toMatchObject({ refusal: broken, faults: { count: 1 }, changes: [] })
})

test('does not wait for saves and for other imports, and none of them waits for it', async () => {
  await writeFiles(SONGS, 'a b')
  await importAll()
  const saving = await bench.db.startTransaction().execute()
  await sql`SELECT FROM shows FOR SHARE`.execute(saving)
  await holdSongNumbers(saving)
  await writeFiles({ ...SONGS, e: 'Eddy' }, 'a b', ['played', 'one', 'two', 'three', 'four'])
  expect((await check()).changes).toHaveLength(2)
  await saving.rollback().execute()
})

test.each([
  ['songs', { a: 'Anchor', b: 'Barge' }, SHOWS, 'retire 2 of 4 songs'],
  ['shows', SONGS, ['played', 'one'], 'mark 2 of 4 shows as no longer listed'],
])('imports fewer than two thirds of the %s only when confirmed', async (_, songs, shows, loss) => {
  await writeFiles(SONGS, 'a b')
  await importAll()
  await writeFiles(songs, 'a b', shows)
  const stored = await readTables()
  const question = `This import would ${loss}.`
  expect(await check()).toMatchObject({ question })
  expect(await importAll()).toMatchObject({
    state: 'failed',
    error: { code: 'import_retires_many', message: `${question} Nothing was stored.` },
  })
  const { runs: _runs, ...tables } = await readTables()
  expect(tables).toMatchObject({ songs: stored.songs, shows: stored.shows })
  expect(await importAll(true)).toMatchObject({ state: 'done' })
  expect(await check()).toMatchObject({ question: null, changes: [] })
})

test('asks before an update of the notebook that retires as many songs', async () => {
  await writeFiles(SONGS, 'a b')
  await importAll()
  await writeFiles({ a: 'Anchor', b: 'Barge' }, 'a b')
  expect(await bench.run('update-notebook', {})).toMatchObject({ error: { code: 'import_retires_many' } })
  expect(await bench.run('update-notebook', { confirm: true })).toMatchObject({ state: 'done' })
})

test('reads an upload in place of the source, and lists its faults', async () => {
  bench.dataDir = folder
  const upload = '20260130-0123abcd'
  const rows = Array.from(
    { length: 25 },
    (_, row) => `show${row};${row < 20 ? 'yesterday' : PLAYED_ON};1;Song ${row}`,
  )
  await mkdir(join(folder, 'setlists', upload), { recursive: true })
  await writeFile(
    join(folder, 'setlists', upload, 'rows.csv'),
    ['showid;showdate;set;song', ...rows].join('\n'),
  )
  const run = await bench.run('check-import', { upload })
  const result = runResults['check-import'].parse(run.result)
  expect([run.subject, result.upload, result.faults.count]).toEqual([`check:${upload}`, upload, 20])
  expect(result.faults.listed[19]).toMatchObject({ file: 'rows.csv', row: 20, field: 'showdate' })
  expect(result.changes).toContainEqual(expect.objectContaining({ noun: 'show', count: 5 }))
})
