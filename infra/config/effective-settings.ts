import {
  RESTART_SETTINGS,
  SECRET_SETTINGS,
  type SettingName,
} from '@called-it/shared/contract/installation-settings'
import type { StoredSettings } from '../postgres/queries/work/stored-settings.ts'
import { decryptSecret, UnreadableSecretError } from '../secrets/encrypted-secret.ts'
import type { SettingsKeys } from '../secrets/settings-keys.ts'

/** By environment variable. */
export type Env = Readonly<Record<string, string | undefined>>

export function isGiven(env: Env, name: SettingName): boolean {
  return Boolean(env[name]?.trim())
}

/** With secrets in clear: never log them. Those that no key opens are listed apart. */
export function openStoredSettings(
  stored: StoredSettings,
  keys: SettingsKeys,
): { values: Map<SettingName, string>; unreadable: SettingName[] } {
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

/** The environment wins. */
export function effectiveEnv(env: Env, values: ReadonlyMap<SettingName, string>): Env {
  const stored = [...values].filter(([name]) => !isGiven(env, name))
  return { ...env, ...Object.fromEntries(stored) }
}

/** With what a running program keeps from its start. */
export function withoutRestart(env: Env, startedWith: Env): Env {
  return { ...env, ...Object.fromEntries(RESTART_SETTINGS.map((name) => [name, startedWith[name]])) }
}
