import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openPostgres } from '@called-it/infra/postgres/client'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { startPostgres } from '@called-it/launch/postgres'
import { readPostgresState } from '@called-it/launch/postgres-state'
import { makeTemporaryDataDir, removeTemporaryDataDir } from './temporary-data-dir.ts'
import type { TestDatabase } from './test-database.ts'

/** A durable Postgres that a test may kill. Its URL stays the same. */
export type KillablePostgres = TestDatabase & {
  /** Stops its processes without ending them: connections are accepted and get no response. */
  freeze(): Promise<void>
  thaw(): void
  /** The server is not restarted by itself. */
  kill(): Promise<void>
  restart(): Promise<void>
}

const quiet = () => undefined

/** Starts fail for up to a second, until the last processes of the killed server have exited. */
const MAX_TRIES = 40

export async function startKillablePostgres(): Promise<KillablePostgres> {
  const dataDir = await makeTemporaryDataDir()
  let server = await startPostgres({ dataDir, log: quiet })
  const { url } = server
  await migrateToLatest(url, quiet)
  const folder = (await readPostgresState(dataDir))?.folder ?? dataDir
  const postgres = openPostgres({ url, program: 'test', onConnectionError: quiet })

  async function start(triesLeft: number): ReturnType<typeof startPostgres> {
    try {
      return await startPostgres({ dataDir, log: quiet })
    } catch (error) {
      if (triesLeft === 0) throw error
      return start(triesLeft - 1)
    }
  }

  async function findPostmaster(): Promise<number> {
    return Number.parseInt(await readFile(path.join(folder, 'data', 'postmaster.pid'), 'utf8'), 10)
  }

  let frozen: readonly number[] = []
  const thaw = () => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen = []
  }

  return {
    ...postgres,
    url,
    async freeze() {
      const postmaster = await findPostmaster()
      // First the one that starts the others.
      process.kill(postmaster, 'SIGSTOP')
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      frozen = [postmaster, ...children.split(' ').filter(Boolean).map(Number)]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw,
    async kill() {
      process.kill(await findPostmaster(), 'SIGKILL')
      await server.stop()
    },
    async restart() {
      server = await start(MAX_TRIES)
      if (server.url !== url) throw new Error('Postgres came back at another address')
    },
    async drop() {
      thaw()
      await postgres.close()
      await server.stop()
      await removeTemporaryDataDir(dataDir)
    },
  }
}
