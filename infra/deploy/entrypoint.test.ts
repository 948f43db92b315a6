import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { WORKER_FLAGS } from '../runtime-flags.ts'

test('the container starts the workers with the flags that the launcher gives them', async () => {
  const script = await readFile(path.join(import.meta.dirname, 'entrypoint.sh'), 'utf8')
  expect(script).toContain(`exec node ${WORKER_FLAGS.join(' ')} workers/main.ts`)
})
