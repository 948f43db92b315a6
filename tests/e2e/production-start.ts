import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@called-it/launch/port'
import { exitOf } from '@called-it/launch/process'
import { expect } from '@playwright/test'
import { bareEnv } from '../support/bare-env.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '../support/temporary-data-dir.ts'

/** The whole product in an empty folder, as the image starts it: in production, with the last build of the pages. */
export async function startInProduction(given: Readonly<Record<string, string>>) {
  const [dataDir, port] = [await makeTemporaryDataDir(), await freePort()]
  const printed: string[] = []
  const child = spawn(process.execPath, ['infra/launch/image.mjs'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...bareEnv,
      ...(process.env.LANGUAGES_DIR && { LANGUAGES_DIR: process.env.LANGUAGES_DIR }),
      NODE_ENV: 'production',
      SESSION_SECRET: randomBytes(32).toString('base64url'),
      DATA_DIR: dataDir,
      PORT: String(port),
      ...given,
    },
  })
  const exited = exitOf(child)
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(line))
  const isReady = async () => {
    expect(child.exitCode, printed.join('\n')).toBeNull()
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    return response?.status
  }
  await expect.poll(isReady, { timeout: 180_000 }).toBe(200)
  return {
    dataDir,
    port,
    url: `http://localhost:${port}`,
    /** As the operator reads it. */
    async readCode(): Promise<string> {
      const code = () => printed.join('\n').match(/\/setup with the code (\S+)/)?.[1]
      await expect.poll(code).toBeDefined()
      return code() ?? ''
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      await removeTemporaryDataDir(dataDir)
    },
  }
}
