import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { expect, test } from 'vitest'
import { WORKER_ENV, WORKER_FLAGS } from './runtime-flags.ts'

const run = promisify(execFile)

/** Runs the entrypoint with a `node` that prints its arguments and its malloc settings. */
async function runEntrypoint(...args: string[]): Promise<string> {
  const bin = await folderOfTest()
  const script = '#!/bin/sh\numask >&2\necho "$*" "$MALLOC_ARENA_MAX" "$MALLOC_TRIM_THRESHOLD_"\n'
  await writeFile(path.join(bin, 'node'), script, { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env.PATH}` }
  const { stdout, stderr } = await run(
    '/bin/sh',
    [path.join(import.meta.dirname, 'entrypoint.sh'), ...args],
    { env },
  )
  // New files are closed to other users.
  expect(stderr).toMatch(/^0*077\n$/)
  return stdout.trim()
}

test.each([
  [[], 'gateway/main.ts'],
  [['migrate'], 'workers/cli/main.ts migrate'],
  [['all-in-one'], 'infra/launch/image.mjs'],
  [['cli', 'admin', 'grant'], 'workers/cli/main.ts admin grant'],
])('starts the program of the command %j', async (args, started) => {
  expect(await runEntrypoint(...args)).toBe(started)
})

test('starts the workers with the flags and the malloc settings of the launcher', async () => {
  const { MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ } = WORKER_ENV
  expect(WORKER_FLAGS).toContain('--optimize-for-size')
  expect(await runEntrypoint('workers')).toBe(
    `${WORKER_FLAGS.join(' ')} workers/main.ts ${MALLOC_ARENA_MAX} ${MALLOC_TRIM_THRESHOLD_}`,
  )
})

test('refuses an unknown command', async () => {
  await expect(runEntrypoint('gateways')).rejects.toMatchObject({ code: 64 })
})
