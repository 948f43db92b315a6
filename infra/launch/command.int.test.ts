import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/tests/support/temporary-data-dir'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startServices } from './services.ts'

/** In a process of its own, on the services of a data folder. */
const command = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'cli.mjs'), ...args], {
    env: { ...bareEnv, DATA_DIR: dataDir },
    timeout: 30_000,
  })

test('prints its help and verifies proofs without a database', async () => {
  const dataDir = await makeTemporaryDataDir()
  onTestFinished(() => removeTemporaryDataDir(dataDir))
  expect((await command(dataDir, 'import', '--help')).stdout).toContain('npm run cli -- import')
  await expect(command(dataDir, 'verify-proof', '/none')).rejects.toMatchObject({
    stderr: '/none cannot be read.\n',
  })
  expect(await readdir(dataDir)).toEqual([])
})

test('runs backup and standings verify while Redis hangs, and migrates nothing', async () => {
  const dataDir = await makeTemporaryDataDir()
  onTestFinished(() => removeTemporaryDataDir(dataDir))
  const services = await startServices({ dataDir, durable: false, log: () => undefined })
  onTestFinished(() => services.stop())
  await expect(command(dataDir, 'standings', 'verify')).rejects.toMatchObject({
    stderr: 'The database is empty. `npm start`, or the command `migrate`, prepares it.\n',
  })
  await migrateToLatest(services.databaseUrl, () => undefined)
  const client = new Redis(services.redisUrl)
  const pid = Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1])
  client.disconnect()
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))

  const file = path.join(dataDir, 'a.backup')
  expect((await command(dataDir, 'backup', file)).stdout).toContain(file)
  await rm(file)
  expect((await command(dataDir, 'standings', 'verify')).stdout).toContain(
    'Every board is as a fresh count has it.',
  )
})
