import {
  parseSettings,
  requireSettings,
  SettingsError,
  settingFields,
} from '@called-it/infra/config/settings'
import type { Database } from '@called-it/infra/postgres/client'
import { type SettingsKeys, toSettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { encryptStoredSecrets, replaceUnreadableSecrets } from '@called-it/infra/secrets/stored-secrets'
import { CliError } from './cli-error.ts'
import { withCurrentDatabase } from './database.ts'

export function readSettingsKeys(): SettingsKeys {
  const { SETTINGS_KEY_PREVIOUS } = settingFields
  try {
    const fields = { ...requireSettings('SETTINGS_KEY'), SETTINGS_KEY_PREVIOUS }
    return toSettingsKeys(parseSettings(fields, process.env))
  } catch (error) {
    if (error instanceof SettingsError) throw new CliError(error.message)
    throw error
  }
}

export type RotateOptions = { replaceUnreadable?: true }

export async function rotateSettingsKey({ replaceUnreadable }: RotateOptions): Promise<void> {
  const keys = readSettingsKeys()
  await withCurrentDatabase(async (db) => {
    if (replaceUnreadable) await replaceAndReport(db, keys)
    const { encrypted, unreadable } = await encryptStoredSecrets(db, keys, { rotates: true })
    console.log(`Secrets that are now encrypted with the key ${keys.current.id}: ${encrypted}.`)
    if (unreadable === 0) return
    throw new CliError(
      `Secrets that neither SETTINGS_KEY nor SETTINGS_KEY_PREVIOUS opens: ${unreadable}. Set SETTINGS_KEY_PREVIOUS to ` +
        'the key that they were encrypted with. If it is lost, repeat with --replace-unreadable.',
    )
  })
}

export async function replaceAndReport(db: Database, keys: SettingsKeys): Promise<void> {
  const { webhooks, devices } = await replaceUnreadableSecrets(db, keys)
  if (devices > 0) {
    console.log(`The key that signs pushes could not be read. Devices that must subscribe again: ${devices}.`)
  }
  if (webhooks.length > 0) {
    console.log(`Webhooks with new secrets, which their receivers need: ${webhooks.join(', ')}.`)
    console.log('Renew each of them on /admin/webhooks to read its secret.')
  }
}
