import path from 'node:path'
import { provideRedis } from '@called-it/launch/redis'
import { startServices } from '@called-it/launch/services'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/tests/support/temporary-data-dir'
import { openPostgres, type Postgres } from '../postgres/client.ts'
import { migrateToLatest } from '../postgres/migrate.ts'

/** A migrated, empty Postgres and a Redis of a benchmark's own, with the settings of an installation. */
export type BenchStores = Postgres & {
  readonly databaseUrl: string
  readonly redisUrl: string
  /** For `openReport`. */
  readonly versions: { readonly postgres: string }
}

/**
 * The Postgres that benchmarks run on: the folder of an installation, in `BENCH_POSTGRES`. Absent: the one that comes
 * with our packages, which is slower than others (docs/benchmarks.md).
 */
export const BENCH_POSTGRES = process.env.BENCH_POSTGRES

/** Starts the stores in a folder that is deleted afterwards, whatever becomes of `work`. */
export async function withBenchStores<Answer>(
  work: (stores: BenchStores) => Promise<Answer>,
): Promise<Answer> {
  const dataDir = await makeTemporaryDataDir()
  const log = (line: string) => process.stderr.write(`${line}\n`)
  // Where it has to be downloaded, once a checkout is enough.
  const redis = await provideRedis({ dataDir: path.resolve(import.meta.dirname, '../../.data'), log })
  process.env.PATH = [process.env.PATH, path.dirname(redis)].join(path.delimiter)
  const services = await startServices({ dataDir, log, postgresFolder: BENCH_POSTGRES })
  try {
    await migrateToLatest(services.databaseUrl, () => undefined)
    const postgres = openPostgres({
      url: services.databaseUrl,
      program: 'bench',
      onConnectionError: (error) => log(error.message),
    })
    try {
      const { rows } = await postgres.pool.query<{ server_version: string }>('SHOW server_version')
      const versions = { postgres: rows[0]?.server_version ?? 'unknown' }
      const { databaseUrl, redisUrl } = services
      return await work({ ...postgres, databaseUrl, redisUrl, versions })
    } finally {
      await postgres.close()
    }
  } finally {
    await services.stop()
    await removeTemporaryDataDir(dataDir)
  }
}
