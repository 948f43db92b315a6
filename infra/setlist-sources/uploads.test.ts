import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { makeZip, type ZippedFile } from '@called-it/tests/support/make-zip'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { describe, expect, test } from 'vitest'
import { deleteOldUploads, openUpload, storeUpload } from './uploads.ts'

const ROWS = 'showid;showdate;set;song\n1;2026-01-30;1;Harbor Teeth\n'

const store = (dataDir: string, name: string, content: string | Buffer) =>
  storeUpload(dataDir, name, Readable.from([Buffer.from(content)]))

async function storeZip(...files: ZippedFile[]) {
  const dataDir = await folderOfTest()
  const folder = join(dataDir, 'setlists')
  const stored = await store(dataDir, 'setlists.zip', makeZip(files)).catch((error: Error) => error)
  // With what is hidden, and beside it.
  return { dataDir, stored, found: await readdir(folder), around: await readdir(dataDir) }
}

test('stores the files of a ZIP, wherever they lie in it', async () => {
  const { dataDir, stored, found } = await storeZip(
    { name: 'band/rows.csv', content: ROWS },
    { name: 'band/read me.txt', content: 'hello' },
    { name: '__MACOSX/band/._rows.csv', content: 'x' },
  )
  expect(found).toEqual([stored])
  expect(await readdir(join(dataDir, 'setlists', String(stored)))).toEqual(['rows.csv'])
  expect(await openUpload(dataDir, String(stored)).listShows()).toHaveLength(1)
})

test('stores a single file under a safe name', async () => {
  const dataDir = await folderOfTest()
  const stored = await store(dataDir, '../../Löwe?.csv', ROWS)
  expect(await readFile(join(dataDir, 'setlists', stored, 'Löwe_.csv'), 'utf8')).toBe(ROWS)
})

describe('a ZIP that harms', () => {
  const good = { name: 'rows.csv', content: ROWS }

  test.each<[string, ZippedFile[], string]>([
    ['above its folder', [good, { name: '../rows.csv', content: ROWS }], 'outside its folder'],
    ['inside names', [good, { name: 'a/..\\..\\x.txt', content: ROWS }], 'outside its folder'],
    ['at the root', [good, { name: '/etc/rows.csv', content: ROWS }], 'outside its folder'],
    ['on a drive', [good, { name: 'C:\\rows.csv', content: ROWS }], 'outside its folder'],
    ['as a bomb', [good, { name: 'big.csv', content: Buffer.alloc(1_000_000) }], 'far more than it takes'],
    ['with a lie of its size', [{ ...good, bytes: 10 }], 'damaged'],
    ['encrypted', [{ ...good, flags: 1 }], 'encrypted'],
    ['with twins', [good, { name: 'b/ROWS.csv', content: ROWS }], 'two files named rows.csv'],
    ['without setlists', [{ name: 'a.txt', content: ROWS }], 'has no CSV'],
    ['of too many files', Array.from({ length: 1_001 }, () => good), 'more than 1,000 files'],
  ])('is refused %s, and leaves nothing', async (_, files, reason) => {
    const { stored, found, around } = await storeZip(...files)
    expect(stored).toMatchObject({ name: 'RefusedUploadError', message: expect.stringContaining(reason) })
    expect([found, around]).toEqual([[], ['setlists']])
  })

  test.each([['not a zip'], [makeZip([good]).subarray(0, 60)], [makeZip([good]).fill(0, 40, 60)]])(
    'is refused where it is damaged: %#',
    async (content) => {
      const dataDir = await folderOfTest()
      await expect(store(dataDir, 'a.zip', content)).rejects.toThrow('damaged')
    },
  )
})

test('refuses other files', async () => {
  await expect(store(await folderOfTest(), 'rows.exe', ROWS)).rejects.toThrow('Choose a ZIP')
})

test('deletes what is old and not in use', async () => {
  const dataDir = await folderOfTest()
  const [used, old, young] = [
    await store(dataDir, 'a.csv', ROWS),
    await store(dataDir, 'b.csv', ROWS),
    await store(dataDir, 'c.csv', ROWS),
  ]
  for (const name of [used, old]) await utimes(join(dataDir, 'setlists', name), 0, 0)
  await deleteOldUploads(dataDir, used)
  expect((await readdir(join(dataDir, 'setlists'))).sort()).toEqual([used, young].sort())
})
