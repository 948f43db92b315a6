import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { listDueChances } from '@called-it/infra/postgres/queries/chances/due-chances'
import { getOutboxState } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import { expect } from '@playwright/test'
import { bareEnv } from '../support/bare-env.ts'
import { type KillablePostgres, startKillablePostgres } from '../support/killable-postgres.ts'
import { type GatewayMember, type System, startSystem } from '../support/start-system.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '../support/temporary-data-dir.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')

export type OwnSystem = System<KillablePostgres> & {
  readonly url: string
  readonly gateway: GatewayMember
}

/** Starts a separate system with the demo data, whose parts can be killed. It serves the last build of the client. */
export async function startOwnSystem(): Promise<OwnSystem> {
  const dataDir = await makeTemporaryDataDir()
  const database = await startKillablePostgres()
  try {
    const env = { DATA_DIR: dataDir, DEMO: 'on', HOST: '127.0.0.1', NODE_ENV: 'test' }
    await promisify(execFile)(process.execPath, [join(REPOSITORY, 'workers/demo/load.ts')], {
      env: { ...bareEnv, ...env, DATABASE_URL: database.url },
    })
    const system = await startSystem({ database, env })
    const [gateway] = system.gateways
    if (!gateway) throw new Error('the system has no gateway')
    // What follows the scorings of the demo changes pages.
    const waiting = async () => [
      (await getOutboxState(database.db)).open,
      (await listDueChances(database.db)).length,
    ]
    await expect.poll(waiting, { timeout: 120_000 }).toEqual([0, 0])
    const stop = () => system.stop().finally(() => removeTemporaryDataDir(dataDir))
    return { ...system, url: gateway.url, gateway, stop }
  } catch (error) {
    await database.drop()
    await removeTemporaryDataDir(dataDir)
    throw error
  }
}
