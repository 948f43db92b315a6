import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { expect, test } from 'vitest'

test('refuses a wrong band profile with a line per field and starts nothing', async () => {
  const folder = await folderOfTest()
  await writeFile(path.join(folder, 'band.json'), '{"band": {"name": "", "shortName": "B"}, "texts": 3}')
  const start = promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'start.mjs')], {
    env: { ...bareEnv, DATA_DIR: path.join(folder, 'data'), BAND_PROFILE: path.join(folder, 'band.json') },
    timeout: 20_000,
  })
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `A setting is wrong.
BAND_PROFILE.band.name: is empty
BAND_PROFILE.songwriter: is missing
BAND_PROFILE.dataSite: is missing
BAND_PROFILE.texts: is not an object
`,
  })
  expect(await readdir(folder)).toEqual(['band.json'])
})
