import { effectiveEnv, isGiven, openStoredSettings } from '@called-it/infra/config/effective-settings'
import { parseSettings, pickSettings } from '@called-it/infra/config/settings'
import { readStoredSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { locateSource } from '@called-it/infra/setlist-sources/catalogue'
import type { GatewayParts } from '../../../parts.ts'
import { orRefuse } from '../stored-settings.ts'

type SourceParts = Pick<GatewayParts, 'postgres' | 'config' | 'settings'>

/** `SETLIST_SOURCE` as it counts, which may hold a key; null where it is stored and cannot be decrypted. */
export async function findSourceText({ postgres, config, settings }: SourceParts): Promise<string | null> {
  const { env } = settings
  const { stored } = await readStoredSettings(postgres.db)
  const opened = openStoredSettings(stored, config.settingsKeys)
  if (opened.unreadable.includes('SETLIST_SOURCE') && !isGiven(env, 'SETLIST_SOURCE')) return null
  return effectiveEnv(env, opened).SETLIST_SOURCE ?? 'demo'
}

/** @throws ApiError `invalid` */
export function parseSource(text: string, { config, settings }: Omit<SourceParts, 'postgres'>) {
  const env = { ...settings.env, SETLIST_SOURCE: text, DATA_DIR: config.dataDir }
  const fields = pickSettings('SETLIST_SOURCE', 'SETLIST_SOURCE_URL', 'DATA_DIR')
  return locateSource(orRefuse(() => parseSettings(fields, env)))
}

/** Where it is set, for what is asked of the site beside a source. */
export function mirrorOf(env: SourceParts['settings']['env']) {
  return orRefuse(() => parseSettings(pickSettings('SETLIST_SOURCE_URL'), env))
}
