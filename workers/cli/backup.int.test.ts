import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { rebuildStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { TEST_SETTINGS_KEY } from '@called-it/tests/support/settings-keys'
import { folderOfFile, folderOfTest } from '@called-it/tests/support/temporary-folder'
import { databaseOfFile, databaseOfTest } from '@called-it/tests/support/test-database'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import { expect, test } from 'vitest'

const source = await databaseOfFile()
const folder = await folderOfFile()

const show = await makeShow(source.db)
await makeSetlist(source.db, show.id)
await makeScores(source.db, show, [{ user_id: (await makeUser(source.db)).id, total: 15 }])
await source.db.transaction().execute((trx) => rebuildStandings(trx))

const run = (databaseUrl: string, ...args: string[]) =>
  runCommand(args, { DATABASE_URL: databaseUrl, SETTINGS_KEY: TEST_SETTINGS_KEY })

test('restores a backup and verifies its boards', async () => {
  const file = path.join(folder, 'a.backup')
  const target = await databaseOfTest()
  expect(await run(source.url, 'backup', file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(file),
  })

  const restored = await run(target.url, 'restore', file)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain('everybody logs in again')
  expect(restored.stdout).toContain('Every board is as a fresh count has it.')
  expect(await run(source.url, 'backup', file)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${file} is there already. A backup takes a new name.\n`,
  })
  expect(await run(target.url, 'restore', path.join(folder, 'none'))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no file'),
  })
  expect(await run(target.url, 'restore', folder)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^EISDIR[^\n]+\n$/),
  })
})

test('replaces a database only where it is told to, after a restore point', async () => {
  const directory = await folderOfTest()
  const file = path.join(directory, 'b.backup')
  const target = await databaseOfTest()
  await run(source.url, 'backup', file)
  const { id } = await makeUser(target.db, { displayName: 'only here' })
  expect(await run(target.url, 'restore', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not empty'),
  })
  const replaced = await run(target.url, 'restore', file, '--replace')
  expect(replaced).toMatchObject({ code: 0, stderr: '' })
  const restorePoint = (await readdir(directory)).find((name) => name.startsWith('before-restore-')) ?? ''
  expect(replaced.stdout).toContain(`What was there before is in ${path.join(directory, restorePoint)}.`)
  const named = () =>
    target.db.selectFrom('users').select('id').where('display_name', '=', 'only here').execute()
  expect(await named()).toEqual([])
  await run(target.url, 'restore', path.join(directory, restorePoint), '--replace')
  expect(await named()).toEqual([{ id }])
})
