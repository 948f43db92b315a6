import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removePostgres } from '@called-it/launch/postgres'

/** A data folder for servers of tests; remove it with `removeTemporaryDataDir` once they are stopped. */
export async function makeTemporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-test-'))
  // As root the database runs as another user, who has to pass.
  await chmod(folder, 0o711)
  return folder
}

/** Deletes a data folder with its database, wherever that was placed. */
export async function removeTemporaryDataDir(dataDir: string): Promise<void> {
  await removePostgres(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}
