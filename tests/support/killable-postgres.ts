import { openPostgres } from '@called-it/infra/postgres/client'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import type { TestDatabase } from '@called-it/infra/postgres/test-database'
import { startPostgres } from '@called-it/launch/postgres'
import { makeTemporaryDataDir, removeTemporaryDataDir } from './temporary-data-dir.ts'

/** A durable Postgres of a test's own, which it may kill. It keeps what it has committed, and its address. */
export type KillablePostgres = TestDatabase & {
  /** Kills the server outright; nobody starts it again. */
  kill(): Promise<void>
  restart(): Promise<void>
}

const quiet = () => undefined

/** How often a start may meet what is left of the server that was killed: its last processes see it within a second. */
const MOST_TRIES = 40

export async function startKillablePostgres(): Promise<KillablePostgres> {
  const dataDir = await makeTemporaryDataDir()
  let server = await startPostgres({ dataDir, log: quiet })
  const { url } = server
  await migrateToLatest(url, quiet)
  const postgres = openPostgres({ url, program: 'test', onConnectionError: quiet })

  async function start(triesLeft: number): ReturnType<typeof startPostgres> {
    try {
      return await startPostgres({ dataDir, log: quiet })
    } catch (error) {
      if (triesLeft === 0) throw error
      return start(triesLeft - 1)
    }
  }

  return {
    ...postgres,
    url,
    async kill() {
      const { rows } = await postgres.pool.query("SELECT pg_read_file('postmaster.pid') AS file")
      process.kill(Number.parseInt(rows[0].file, 10), 'SIGKILL')
      await server.stop()
    },
    async restart() {
      server = await start(MOST_TRIES)
      if (server.url !== url) throw new Error('Postgres came back at another address')
    },
    async drop() {
      await postgres.close()
      await server.stop()
      await removeTemporaryDataDir(dataDir)
    },
  }
}
