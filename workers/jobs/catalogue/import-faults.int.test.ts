import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { utcDate } from '@called-it/shared/game/calendar'
import { emptyCatalogue } from '@called-it/tests/support/empty-tables'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeEach, expect, test } from 'vitest'

const bench = await benchOfFile()
const folder = await folderOfFile()

const { name: _, ...files } = createFileSource({ paths: [folder] })
Object.assign(bench.source, files)

beforeEach(() => emptyCatalogue(bench.db))

const DAY_IN_MS = 86_400_000
const daysAgo = (days: number) => utcDate(new Date(Date.now() - days * DAY_IN_MS))

/** The shows were played on the last days, before last night. */
async function writeFiles(setlists: Readonly<Record<string, string>>, shows: string): Promise<void> {
  const rows = Object.entries(setlists).flatMap(([show, songs], index) =>
    songs.split(' ').map((song) => `${show};${daysAgo(index + 2)};${song === '-' ? 'main' : 1};${song}`),
  )
  await writeFile(join(folder, 'rows.csv'), ['showid;showdate;set;song', ...rows].join('\n'))
  await writeFile(join(folder, 'shows.csv'), `showid;showdate\n${shows}`)
}

async function importAll() {
  const { state, result, error } = await bench.run('import-catalogue', { notebookOnly: false })
  return { state, message: result && 'message' in result ? result.message : error?.message }
}

const showsWith = async (column: 'setlist_revision_id' | 'vanished_at') => {
  const rows = await bench.db
    .selectFrom('shows')
    .select('source_id')
    .where(column, 'is not', null)
    .orderBy('source_id')
    .execute()
  return rows.map((row) => row.source_id)
}

const GOOD = { one: 'A B', two: 'B C', three: 'A C', four: 'A' }

test('stores everything but the shows with faults and says which they are', async () => {
  await writeFiles({ ...GOOD, one: 'A -', two: '- C', three: 'A -' }, 'old;1999-12-31\nolder;1899-12-31')
  expect(await importAll()).toEqual({
    state: 'done',
    message: expect.stringContaining(
      'Faults: 4. rows.csv, row 2 (show one), field set: is not a set: 1, 2, …, e, e2, … or s; ' +
        'rows.csv, row 3 (show two), field set: is not a set: 1, 2, …, e, e2, … or s; ' +
        'rows.csv, row 6 (show three), field set: is not a set: 1, 2, …, e, e2, … or s; and 1 more.',
    ),
  })
  const kept = await bench.db.selectFrom('runs').select('result').executeTakeFirstOrThrow()
  expect(kept.result).toMatchObject({
    faults: { count: 4, listed: [{ file: 'rows.csv', row: 2, show: 'one', field: 'set' }, {}, {}, {}] },
  })
  expect(await showsWith('setlist_revision_id')).toEqual(['four'])
  await writeFiles(GOOD, 'old;1999-12-31')
  await importAll()
  expect(await showsWith('setlist_revision_id')).toEqual(['four', 'one', 'three', 'two'])
})

test('does not take a show with a fault for one that is no longer listed', async () => {
  await writeFiles(GOOD, 'old;1999-12-31\nelder;1999-12-30')
  await importAll()
  await writeFiles(GOOD, 'old;31.12.1999\n')
  expect((await importAll()).message).toContain('No longer listed by the source: 1.')
  expect(await showsWith('vanished_at')).toEqual(['elder'])
})

test('retires no song while a row is broken, and does so when none is', async () => {
  const listRetired = () =>
    bench.db.selectFrom('songs').select('name').where('retired_at', 'is not', null).execute()
  await writeFiles({ one: 'A B', two: 'C D E F', three: 'G' }, 'old;1999-12-31')
  await importAll()
  await writeFiles({ one: 'A B', two: 'C - E F', three: '-' }, 'old;1999-12-31')
  expect((await importAll()).message).toContain('Faults: 2.')
  const notebook = await bench.run('update-notebook', {})
  expect(notebook.result).toMatchObject({ message: expect.stringContaining('Faults: 2.') })
  expect(await listRetired()).toEqual([])
  await writeFiles({ one: 'A B', two: 'C E F', three: 'A' }, 'old;1999-12-31')
  await importAll()
  expect(await listRetired()).toEqual([{ name: 'D' }, { name: 'G' }])
})

test('takes no show for vanished while a row does not name its show', async () => {
  await writeFiles(GOOD, 'old;1999-12-31')
  await importAll()
  await writeFiles(GOOD, ';1999-12-31')
  expect((await importAll()).message).toContain('A broken row names no show, so none was marked as vanished.')
  expect(await showsWith('vanished_at')).toEqual([])
})

test('changes nothing while a header is broken', async () => {
  await writeFiles(GOOD, 'old;1999-12-31')
  await importAll()
  await writeFiles(GOOD, 'old;1999-12-31')
  await writeFile(join(folder, 'shows.csv'), 'show;when\nold;1999-12-30')
  expect(await importAll()).toEqual({
    state: 'failed',
    message: 'shows.csv: has the columns of neither setlists, shows nor songs',
  })
  expect(await showsWith('vanished_at')).toEqual([])
})

test('names the faults when no row is left', async () => {
  await writeFiles({ one: '-' }, '')
  expect(await importAll()).toEqual({
    state: 'failed',
    message: expect.stringMatching(
      /^The source lists no songs at all\. Faults: 1\. rows\.csv, row 1 \(show one\)/,
    ),
  })
})
