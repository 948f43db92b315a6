import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removePostgres } from '@called-it/launch/postgres-state'

/** Linux keeps its files in memory. */
const MEMORY = '/dev/shm'
const MEMORY_BYTES = 4 * 2 ** 30

/** Where there is room in memory: tests make hundreds of databases, each of which takes 30 ms there and 250 on a disk. */
export async function makeDataDirInMemory(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return makeTemporaryDataDir(free >= MEMORY_BYTES ? MEMORY : tmpdir())
}

export async function makeTemporaryDataDir(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'called-it-test-'))
  // For root the database runs as another user, who has to enter it.
  await chmod(folder, 0o711)
  return folder
}

/** Also deletes its database, which may lie elsewhere. */
export async function removeTemporaryDataDir(dataDir: string): Promise<void> {
  await removePostgres(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}
