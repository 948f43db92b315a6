import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const makeFolder = () => mkdtemp(path.join(tmpdir(), 'called-it-test-'))
const remove = (folder: string) => () => rm(folder, { recursive: true, force: true })

/** Removed after the tests of the file that calls it. */
export async function folderOfFile(): Promise<string> {
  const folder = await makeFolder()
  afterAll(remove(folder))
  return folder
}

/** Removed at the end of the test that calls it. */
export async function folderOfTest(): Promise<string> {
  const folder = await makeFolder()
  onTestFinished(remove(folder))
  return folder
}
