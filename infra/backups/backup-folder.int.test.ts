import { copyFile, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { expect, test } from 'vitest'
import { RELEASE } from '../config/release.ts'
import { writeBackup } from '../postgres/backup/write-backup.ts'
import { LATEST_MIGRATION } from '../postgres/migrate.ts'
import { isBackupName, newBackupName, openBackupFolder } from './backup-folder.ts'

const database = await databaseOfFile()
const parent = await folderOfFile()

test('lists what is in the folder, newest first, with what the files say', async () => {
  const dataDir = path.join(parent, 'listed')
  const dir = path.join(dataDir, 'backups')
  const folder = openBackupFolder(dataDir)
  expect(await folder.list()).toEqual([])
  await folder.make()
  const name = newBackupName('hand', new Date('2026-08-01T03:15:02Z'))
  expect(name).toBe('manual-2026-08-01-031502.backup')
  await writeBackup(database.pool, folder.pathOf(name))
  await copyFile(folder.pathOf(name), path.join(dir, 'of my friend.backup'))
  await writeFile(path.join(dir, 'uploaded-x.backup'), 'PK no backup')
  await utimes(path.join(dir, 'uploaded-x.backup'), 0, 0)
  for (const other of ['letter.txt', 'a.backup.unfinished', '.hidden.backup']) {
    await writeFile(path.join(dir, other), 'x')
  }
  await mkdir(path.join(dir, 'folder.backup'))
  const about = { takenAt: expect.any(String), release: RELEASE, migration: LATEST_MIGRATION }
  expect(await folder.list()).toMatchObject([
    { name, kind: 'hand', bytes: expect.any(Number), about, isRestorable: true },
    { name: 'of my friend.backup', kind: 'other', about, isRestorable: true },
    { name: 'uploaded-x.backup', kind: 'upload', about: null, isRestorable: false },
  ])
  expect(await folder.delete(name)).toBe(true)
  expect(await folder.delete(name)).toBe(false)
  expect(await readdir(dir)).not.toContain(name)
})

test.each([
  '../a.backup',
  'a/b.backup',
  'a\\b.backup',
  '.backup',
  'c:a.backup',
  'a\n.backup',
  'a.backup.unfinished',
  `${'a'.repeat(200)}.backup`,
])('takes no name that leads elsewhere: %j', async (name) => {
  expect(isBackupName(name)).toBe(false)
  expect(() => openBackupFolder(parent).pathOf(name)).toThrow('not the name')
})
