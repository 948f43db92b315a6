import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { expect, test } from 'vitest'

test('names missing settings and exits with 1, without their values', async () => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...bareEnv, REDIS_URL: 'not a secret', SESSION_SECRET: 'short-and-secret' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output, exit] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(exit).toEqual([1, null])
  expect(output).toMatch(/DATABASE_URL: is missing/)
  expect(output).toMatch(/SESSION_SECRET: is shorter than 32 characters/)
  expect(output).not.toContain('short-and-secret')
}, 60_000)
