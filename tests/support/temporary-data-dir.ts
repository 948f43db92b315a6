import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removePostgres } from '@called-it/launch/postgres-state'

export async function makeTemporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-test-'))
  // For root the database runs as another user, who has to enter it.
  await chmod(folder, 0o711)
  return folder
}

/** Also deletes its database, which may lie elsewhere. */
export async function removeTemporaryDataDir(dataDir: string): Promise<void> {
  await removePostgres(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}
