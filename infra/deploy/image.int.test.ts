import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '@called-it/launch/port'
import { readyByResponse, startProcess } from '@called-it/launch/process'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { makeImageTree } from '@called-it/tests/support/image-tree'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/tests/support/temporary-data-dir'
import { expect, onTestFinished, test } from 'vitest'

test('runs the whole product from the files of the image, in production', async () => {
  const [folder, dataDir] = [await makeTemporaryDataDir(), await makeTemporaryDataDir()]
  onTestFinished(async () => {
    for (const one of [folder, dataDir]) await removeTemporaryDataDir(one)
  })
  await makeImageTree('all-in-one', folder)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = await startProcess({
    file: '/bin/sh',
    args: [path.join(folder, 'infra/deploy/entrypoint.sh'), 'all-in-one'],
    env: { ...bareEnv, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir },
    ready: readyByResponse(`${url}/readyz`),
  })
  expect(await (await fetch(`${url}/api/site`)).json()).toMatchObject({ isDemo: false })
  // Kept, so that the next start logs nobody out.
  expect((await readFile(path.join(dataDir, 'session-secret'), 'utf8')).length).toBeGreaterThan(32)
  await running.stop()
})
