import path from 'node:path'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { superuserUrl } from '@called-it/launch/postgres-database'
import { provideRedis } from '@called-it/launch/redis'
import { startServices } from '@called-it/launch/services'
import type { TestProject } from 'vitest/node'
import { makeDataDirInMemory, removeTemporaryDataDir } from './temporary-data-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database that tests clone and never connect to. */
    templateDatabaseUrl: string
    /** In another database than the template. */
    superuserUrl: string
    redisUrl: string
  }
}

/** Vitest's global setup: one Postgres and one Redis for all integration tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeDataDirInMemory()
  const log = (line: string) => project.vitest.logger.log(line)
  await putRedisOnPath(log)
  const services = await startServices({ dataDir, durable: false, log })
  const teardown = async () => {
    await services.stop()
    await removeTemporaryDataDir(dataDir)
  }
  try {
    await migrateToLatest(services.databaseUrl, () => undefined)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('templateDatabaseUrl', services.databaseUrl)
  project.provide('superuserUrl', await superuserUrl(dataDir))
  project.provide('redisUrl', services.redisUrl)
  return teardown
}

/** Downloads are kept in the checkout, because the data folder of the tests is deleted. */
async function putRedisOnPath(log: (line: string) => void): Promise<void> {
  const redis = await provideRedis({ dataDir: path.resolve(import.meta.dirname, '../../.data'), log })
  process.env.PATH = [process.env.PATH, path.dirname(redis)].join(path.delimiter)
}
