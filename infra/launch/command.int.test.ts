import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/tests/support/temporary-data-dir'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startServices } from './services.ts'

const run = promisify(execFile)

test('runs backup and standings verify while Redis hangs', async () => {
  const dataDir = await makeTemporaryDataDir()
  onTestFinished(() => removeTemporaryDataDir(dataDir))
  const services = await startServices({ dataDir, durable: false, log: () => undefined })
  onTestFinished(() => services.stop())
  const client = new Redis(services.redisUrl)
  const pid = Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1])
  client.disconnect()
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))

  const command = (...args: string[]) =>
    run(process.execPath, [path.join(import.meta.dirname, 'cli.mjs'), ...args], {
      env: { ...bareEnv, DATA_DIR: dataDir },
      timeout: 30_000,
    })
  const file = path.join(dataDir, 'a.backup')
  expect((await command('backup', file)).stdout).toContain(file)
  await rm(file)
  expect((await command('standings', 'verify')).stdout).toContain('Every board is as a fresh count has it.')
})
