import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { testRedis } from '@called-it/tests/support/test-redis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let postgres: TestDatabase
beforeAll(async () => {
  postgres = await createTestDatabase()
})
afterAll(() => postgres.drop())

/** The gateway as an operator starts it; what it writes is gathered. */
function start(env: Record<string, string>): { child: ChildProcess; written: () => string } {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...bareEnv, HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written += String(chunk)
    })
  }
  return { child, written: () => written }
}

test('the program says when it is ready, answers, and ends in order', async () => {
  const { child, written } = start({
    DATABASE_URL: postgres.url,
    REDIS_URL: testRedis().url,
    SESSION_SECRET: 'a secret of more than thirty-two characters',
  })
  expect(await once(child, 'message')).toEqual([{ ready: true }, undefined])
  // The message comes by a way of its own, and may overtake the line.
  const port = await vi.waitUntil(() => /"port":(\d+),"msg":"listening"/.exec(written())?.[1], {
    timeout: 20_000,
  })
  const site = await fetch(`http://127.0.0.1:${port}/api/site`)
  expect(await site.json()).toMatchObject({ product: 'Called It' })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
}, 60_000)

test('with settings that are missing the program names them and does not start', async () => {
  const { child, written } = start({ REDIS_URL: 'not a secret', SESSION_SECRET: 'short-and-secret' })
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(written()).toMatch(/DATABASE_URL: is missing/)
  expect(written()).toMatch(/SESSION_SECRET: is shorter than 32 characters/)
  expect(written()).not.toContain('short-and-secret')
}, 60_000)
