import type { Database } from '@called-it/infra/postgres/client'
import { getSettings } from '@called-it/infra/postgres/queries/work/settings'
import type { Config } from '@called-it/shared/contract/site'
import type { GatewayConfig } from '../config.ts'
import { modeOf } from './registration-gate.ts'

export type PublicConfigParts = {
  readonly db: Database
  readonly config: Pick<GatewayConfig, 'registration'>
}

/** The switches, and who may sign up. */
export async function readPublicConfig({ db, config }: PublicConfigParts): Promise<Config> {
  const { registration: chosen, ...switches } = await getSettings(db)
  const registration = { mode: modeOf(config, chosen), is_fixed: config.registration !== null }
  return { ...switches, registration }
}
