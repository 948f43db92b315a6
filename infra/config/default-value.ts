import type { SettingName } from '@called-it/shared/contract/installation-settings'
import { settingFields } from './settings.ts'

/** As an environment variable would have it; null where it is nothing, or depends on other settings. */
export function defaultValueOf(name: SettingName): string | null {
  const { data } = settingFields[name].safeParse(undefined)
  if (typeof data === 'boolean') return data ? 'on' : 'off'
  return typeof data === 'string' || typeof data === 'number' ? String(data) : null
}
