import {
  RESTART_SETTINGS,
  SECRET_SETTINGS,
  type SettingName,
} from '@called-it/shared/contract/installation-settings'
import type { Database } from '../postgres/client.ts'
import { readStoredSettings, type StoredSettings } from '../postgres/queries/work/stored-settings.ts'
import { decryptSecret, UnreadableSecretError } from '../secrets/encrypted-secret.ts'
import { type SettingsKeys, toSettingsKeys } from '../secrets/settings-keys.ts'
import { parseSettings, pickSettings, requireSettings } from './settings.ts'

/** By environment variable. */
export type Env = Readonly<Record<string, string | undefined>>

/** With secrets in clear: never log them. Those that no key opens are listed apart. */
type OpenedSettings = {
  readonly values: Map<SettingName, string>
  readonly unreadable: readonly SettingName[]
}

/** In place of secrets that have to be entered again: mails wait and imports fail, where defaults would take others. */
const STAND_INS: Partial<Record<SettingName, string>> = {
  SMTP_URL: 'smtp://unreadable.invalid',
  SETLIST_SOURCE: 'songfish:https://unreadable.invalid',
}

export function isGiven(env: Env, name: SettingName): boolean {
  return Boolean(env[name]?.trim())
}

export function openStoredSettings(stored: StoredSettings, keys: SettingsKeys): OpenedSettings {
  const values = new Map<SettingName, string>()
  const unreadable: SettingName[] = []
  for (const [name, value] of stored) {
    try {
      values.set(name, SECRET_SETTINGS.includes(name) ? decryptSecret(keys, value) : value)
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error
      unreadable.push(name)
    }
  }
  return { values, unreadable }
}

/** The environment wins. An issuer without its secret is left out. */
export function effectiveEnv(env: Env, { values, unreadable }: OpenedSettings): Env {
  const lost = unreadable.filter((name) => !isGiven(env, name))
  const lostIssuers = lost.flatMap((name) => /^OIDC_\d_/.exec(name) ?? [])
  const stored = [...values].filter(
    ([name]) => !isGiven(env, name) && !lostIssuers.some((issuer) => name.startsWith(issuer)),
  )
  const standIns = lost.map((name) => [name, STAND_INS[name]])
  return { ...env, ...Object.fromEntries([...stored, ...standIns]) }
}

/** @throws SettingsError */
export function readSettingsKeys(env: Env): SettingsKeys {
  return toSettingsKeys(
    parseSettings({ ...requireSettings('SETTINGS_KEY'), ...pickSettings('SETTINGS_KEY_PREVIOUS') }, env),
  )
}

/**
 * For what does not follow changes: a command, and the start of all programs.
 *
 * @param keyEnv with the settings key
 * @throws SettingsError where settings are stored and there is no settings key
 */
export async function readEffectiveEnv(db: Database, env: Env, keyEnv = env): Promise<Env> {
  const { stored } = await readStoredSettings(db)
  return stored.size === 0 ? env : effectiveEnv(env, openStoredSettings(stored, readSettingsKeys(keyEnv)))
}

/** With what a running program keeps from its start. */
export function withoutRestart(env: Env, startedWith: Env): Env {
  return { ...env, ...Object.fromEntries(RESTART_SETTINGS.map((name) => [name, startedWith[name]])) }
}
