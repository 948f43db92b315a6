import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { storeSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { encryptSecret } from '@called-it/infra/secrets/encrypted-secret'
import { createFileFolders } from '@called-it/tests/support/setlist-sources/file-folders'
import { TEST_SETTINGS_KEY, TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { createBareDatabase, databaseOfFile, databaseOfTest } from '@called-it/tests/support/test-database'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import { expect, onTestFinished, test } from 'vitest'

const { writeFolder } = createFileFolders()

const database = await databaseOfFile()

const run = (url: string, ...args: string[]) =>
  runCommand(args, { DATABASE_URL: url, SETLIST_SOURCE: 'demo' })

const SONGS = 'songid;song\na;Anchor\nb;Barge\nc;Canal'
const SETLISTS = 'showid;showdate;set;songid;song\none;2020-01-02;1;a;Anchor\ntwo;2020-01-03;1;b;Barge'

test('lists faults and changes of a folder, twice the same, and exits with 1', async () => {
  const folder = await writeFolder({ 'songs.csv': SONGS, 'rows.csv': SETLISTS })
  const source = ['--source', `file:${folder}`]
  expect(await run(database.url, 'import', 'shows', ...source)).toMatchObject({ code: 0 })
  expect(await run(database.url, 'import', 'setlists', ...source)).toMatchObject({ code: 0 })
  expect(await run(database.url, 'import', 'check', folder)).toEqual({
    code: 0,
    stdout: 'An import would change no song, tour or show.\nNo score would move.\nNothing was stored.\n',
    stderr: '',
  })
  await writeFile(path.join(folder, 'songs.csv'), `${SONGS.replace('Canal', 'Canals')}\nd;Dory`)
  await writeFile(path.join(folder, 'rows.csv'), SETLISTS.replace('2020-01-03;1', '2020-01-03;main'))
  const checked = await run(database.url, 'import', 'check', folder)
  expect(checked).toEqual({
    code: 1,
    stdout: [
      'rows.csv, row 2 (show two), field set: is not a set: 1, 2, …, e, e2, … or s',
      'New: 1 song (Dory)',
      'Renamed: 1 song (Canal → Canals)',
      'No score would move.',
      'Nothing was stored.\n',
    ].join('\n'),
    stderr: 'Faults: 1. An import would leave out what they stop.\n',
  })
  expect(await run(database.url, 'import', 'check', ...source)).toEqual(checked)
})

test('reads the stored source where the environment names none', async () => {
  const { db, url } = await databaseOfTest()
  const folder = await writeFolder({ 'songs.csv': SONGS, 'rows.csv': SETLISTS })
  const source = encryptSecret(TEST_SETTINGS_KEYS, `file:${folder}`)
  await db.transaction().execute((trx) => storeSettings(trx, new Map([['SETLIST_SOURCE', source]])))
  const env = { DATABASE_URL: url, SETTINGS_KEY: TEST_SETTINGS_KEY }
  expect((await runCommand(['import', 'check'], env)).stdout).toContain('New: 3 songs (Anchor; Barge; Canal)')
})

test('imports what retires more than a third only with --yes', async () => {
  const folder = await writeFolder({ 'songs.csv': SONGS, 'rows.csv': SETLISTS })
  const source = ['--source', `file:${folder}`]
  expect(await run(database.url, 'import', 'shows', ...source, '--yes')).toMatchObject({ code: 0 })
  await writeFile(path.join(folder, 'rows.csv'), SETLISTS.split('\n').slice(0, 2).join('\n'))
  expect(await run(database.url, 'import', 'check', folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('mark 1 of 2 shows as no longer listed. It needs --yes.'),
  })
  const refused = {
    code: 1,
    stdout: '',
    stderr:
      'This import would mark 1 of 2 shows as no longer listed. Nothing was stored. Repeat it with --yes to import anyway.\n',
  }
  expect(await run(database.url, 'import', 'shows', ...source)).toEqual(refused)
  expect(await run(database.url, 'import', 'shows', ...source, '--yes')).toMatchObject({ code: 0 })
})

test('checks a folder for an empty database and leaves it empty', async () => {
  const bare = await createBareDatabase()
  onTestFinished(() => bare.drop())
  const folder = await writeFolder({ 'songs.csv': SONGS, 'rows.csv': SETLISTS })
  expect(await run(bare.url, 'import', 'check', folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('New: 3 songs (Anchor; Barge; Canal)\nNew: 2 shows (2020-01-02'),
  })
  expect(await run(bare.url, 'audit')).toMatchObject({
    stderr: expect.stringMatching(/^The database is empty\. /),
  })
})

test('names the broken file once, for a check and for an import of setlists', async () => {
  const folder = await writeFolder({
    'rows.csv': 'show;when\none;2020-01-02',
    'songs.csv': 'song;mood\nAnchor;fine',
  })
  const fault = 'rows.csv: has the columns of neither setlists, shows nor songs'
  expect(await run(database.url, 'import', 'check', folder)).toEqual({
    code: 1,
    stdout: `Columns that are not read: show (rows.csv), when (rows.csv), mood (songs.csv).\n${fault}\n`,
    stderr: `An import would be refused: ${fault}\n`,
  })
  const setlists = await run(database.url, 'import', 'setlists', '--source', `file:${folder}`)
  expect(setlists).toEqual({ code: 1, stdout: '', stderr: `${fault}\n` })
  await rm(folder, { recursive: true })
  for (const args of [['check'], ['setlists']]) {
    const gone = await run(database.url, 'import', ...args, '--source', `file:${folder}`)
    expect(gone).toMatchObject({ code: 1, stdout: '', stderr: expect.not.stringContaining('    at ') })
  }
})

test('goes on past shows with a fault and names them at the end', async () => {
  const folder = await writeFolder({ 'songs.csv': SONGS, 'rows.csv': SETLISTS })
  const source = ['--source', `file:${folder}`]
  expect(await run(database.url, 'import', 'shows', ...source, '--yes')).toMatchObject({ code: 0 })
  await writeFile(
    path.join(folder, 'rows.csv'),
    SETLISTS.replace('02;1;a;Anchor', '02;main;a;Anchor').replace('03;1;b;Barge', '03;1;c;Canal'),
  )
  expect(await run(database.url, 'import', 'setlists', ...source)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^New or changed: 1 setlist\./),
    stderr: expect.stringMatching(/^The setlist of 2020-01-02, .*: show one: rows\.csv, row 1 \(show one\)/),
  })
})

test('says how to count plays where an import of setlists would retire many songs', async () => {
  const folder = await writeFolder({ 'songs.csv': SONGS, 'rows.csv': SETLISTS })
  const source = ['--source', `file:${folder}`]
  expect(await run(database.url, 'import', 'shows', ...source, '--yes')).toMatchObject({ code: 0 })
  await writeFile(path.join(folder, 'songs.csv'), 'songid;song\na;Anchor')
  await writeFile(path.join(folder, 'rows.csv'), 'showid;showdate;set;songid;song\none;2020-01-02;e;a;Anchor')
  expect(await run(database.url, 'import', 'setlists', ...source)).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^New or changed: 1 setlist\./),
    stderr:
      'Plays and gaps stay as they were: more than a third of the songs would be retired. `import songs --yes` does it.\n',
  })
})
