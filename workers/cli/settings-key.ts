import { readSettingsKeys } from '@called-it/infra/config/effective-settings'
import { SettingsError } from '@called-it/infra/config/settings'
import type { Database } from '@called-it/infra/postgres/client'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { encryptStoredSecrets, replaceUnreadableSecrets } from '@called-it/infra/secrets/stored-secrets'
import { CliError } from './cli-error.ts'
import { withCurrentDatabase } from './database.ts'

export function findSettingsKeys(): SettingsKeys {
  try {
    return readSettingsKeys(process.env)
  } catch (error) {
    if (error instanceof SettingsError) throw new CliError(error.message)
    throw error
  }
}

export type RotateOptions = { replaceUnreadable?: true }

export async function rotateSettingsKey({ replaceUnreadable }: RotateOptions): Promise<void> {
  const keys = findSettingsKeys()
  await withCurrentDatabase(async (db) => {
    if (replaceUnreadable) await replaceAndReport(db, keys)
    const { encrypted, unreadable } = await encryptStoredSecrets(db, keys, { rotates: true })
    console.log(`Secrets that are now encrypted with the key ${keys.current.id}: ${encrypted}.`)
    // Those of settings, which are reported.
    if (unreadable === 0 || replaceUnreadable) return
    throw new CliError(
      `Secrets that neither SETTINGS_KEY nor SETTINGS_KEY_PREVIOUS opens: ${unreadable}. Set SETTINGS_KEY_PREVIOUS to ` +
        'the key that they were encrypted with. If it is lost, repeat with --replace-unreadable.',
    )
  })
}

export async function replaceAndReport(db: Database, keys: SettingsKeys): Promise<void> {
  const { webhooks, settings, devices } = await replaceUnreadableSecrets(db, keys)
  if (devices > 0) {
    console.log(`The key that signs pushes could not be read. Devices that must subscribe again: ${devices}.`)
  }
  if (webhooks.length > 0) {
    console.log(`Webhooks with new secrets, which their receivers need: ${webhooks.join(', ')}.`)
    console.log('Renew each of them on /admin/webhooks to read its secret.')
  }
  if (settings.length > 0) {
    console.log(
      `Settings that could not be read, to be entered again on /admin/settings: ${settings.join(', ')}.`,
    )
  }
}
