import { defaultValueOf } from '@called-it/infra/config/default-value'
import {
  effectiveEnv,
  isGiven,
  openStoredSettings,
  withoutRestart,
} from '@called-it/infra/config/effective-settings'
import { SettingsError } from '@called-it/infra/config/settings'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  readStoredSettings,
  readStoredSettingsForUpdate,
  storeSettings,
} from '@called-it/infra/postgres/queries/work/stored-settings'
import { encryptSecret } from '@called-it/infra/secrets/encrypted-secret'
import {
  type InstallationSetting,
  SECRET_SETTINGS,
  type SettingName,
  settingName,
} from '@called-it/shared/contract/installation-settings'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'
import { refuseFiles } from './named-files.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'config' | 'settings'>

/** What counts in the end; null for the default. */
export type SettingChanges = ReadonlyMap<SettingName, string | null>

export async function listSettings({ postgres, config, settings }: Parts): Promise<InstallationSetting[]> {
  const { env, startedWith } = settings
  const { stored } = await readStoredSettings(postgres.db)
  const opened = openStoredSettings(stored, config.settingsKeys)
  const wanted = effectiveEnv(env, opened)
  const running = withoutRestart(wanted, startedWith)
  return settingName.options.map((name) => {
    const origin = isGiven(env, name) ? 'environment' : stored.has(name) ? 'stored' : 'default'
    const value = origin === 'environment' ? env[name] : opened.values.get(name)
    return {
      name,
      origin,
      value: SECRET_SETTINGS.includes(name) ? null : (value ?? null),
      default_value: defaultValueOf(name),
      is_unreadable: origin === 'stored' && opened.unreadable.includes(name),
      waits_for_restart: wanted[name] !== running[name],
    }
  })
}

/**
 * Stores them if all settings are right together.
 *
 * @throws ApiError `setting_fixed`, or `invalid` with each wrong setting
 */
export async function changeSettings(
  trx: DatabaseTransaction,
  { config, settings: { env, check } }: Pick<Parts, 'config' | 'settings'>,
  actor: Actor,
  changes: SettingChanges,
): Promise<void> {
  orRefuse(() => refuseFiles(changes))
  const stored = await readStoredSettingsForUpdate(trx)
  if ([...changes.keys()].some((name) => isGiven(env, name))) throw new ApiError('setting_fixed')
  const { values, unreadable } = openStoredSettings(stored, config.settingsKeys)
  for (const [name, value] of changes) {
    if (value === null || value === '') values.delete(name)
    else values.set(name, value)
  }
  const lost = unreadable.filter((name) => !changes.has(name))
  await check(effectiveEnv(env, { values, unreadable: lost })).catch(refuseSettings)
  const toStore = [...changes].map(([name, value]) => [name, value ? seal(name, value) : null] as const)
  await storeSettings(trx, new Map(toStore))
  await insertAuditEntry(trx, {
    ...actor,
    action: 'installation:changed',
    details: { settings: [...changes.keys()] },
  })

  function seal(name: SettingName, value: string): string {
    return SECRET_SETTINGS.includes(name) ? encryptSecret(config.settingsKeys, value) : value
  }
}

/** @throws ApiError `invalid`, with each wrong setting */
export function orRefuse<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    return refuseSettings(error)
  }
}

/** @throws ApiError `invalid` for a SettingsError */
function refuseSettings(error: unknown): never {
  if (!(error instanceof SettingsError)) throw error
  throw new ApiError('invalid', {
    issues: error.said.map(({ name, reason }) => ({ path: `settings.${name}`, message: reason })),
  })
}
