import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { WORKER_ENV, WORKER_FLAGS } from './runtime-flags.ts'

test('the container starts the workers with the flags and variables that the launcher gives them', async () => {
  const script = await readFile(path.join(import.meta.dirname, 'entrypoint.sh'), 'utf8')
  for (const [name, value] of Object.entries(WORKER_ENV)) expect(script).toContain(`export ${name}=${value};`)
  expect(script).toContain(`exec node ${WORKER_FLAGS.join(' ')} workers/main.ts`)
})
