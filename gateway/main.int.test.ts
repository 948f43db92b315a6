import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let postgres: TestDatabase
beforeAll(async () => {
  postgres = await createTestDatabase()
})
afterAll(() => postgres.drop())

function start(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...bareEnv, HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk)
    })
  }
  return { child, output: () => output }
}

describe('gateway program', () => {
  test('reports that it is ready, serves requests and exits with 0 on SIGTERM', async () => {
    const { child, output } = start({
      DATABASE_URL: postgres.url,
      REDIS_URL: testRedis().url,
      SESSION_SECRET: 'a secret of more than thirty-two characters',
    })
    expect(await once(child, 'message')).toEqual([{ ready: true }, undefined])
    // The message has its own channel and may arrive before the output.
    const port = await vi.waitUntil(() => /"port":(\d+),"msg":"listening"/.exec(output())?.[1], {
      timeout: 20_000,
    })
    const site = await fetch(`http://127.0.0.1:${port}/api/site`)
    expect(await site.json()).toMatchObject({ product: 'Called It' })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  }, 60_000)

  test('names missing settings and exits with 1, without their values', async () => {
    const { child, output } = start({ REDIS_URL: 'not a secret', SESSION_SECRET: 'short-and-secret' })
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(output()).toMatch(/DATABASE_URL: is missing/)
    expect(output()).toMatch(/SESSION_SECRET: is shorter than 32 characters/)
    expect(output()).not.toContain('short-and-secret')
  }, 60_000)
})
