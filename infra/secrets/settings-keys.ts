import { createHash, createSecretKey, type KeyObject } from 'node:crypto'

type SettingsKey = { readonly id: string; readonly key: KeyObject }

/** What encrypts the secrets in the database. */
export type SettingsKeys = {
  readonly current: SettingsKey
  /** Only decrypts: from a new key until `settings-key rotate`. */
  readonly previous: SettingsKey | null
}

const ID_DIGITS = 8

/** Reads 32 bytes as 64 hexadecimal digits or as base64; null for another text. */
function bytesOf(text: string): Buffer | null {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
}

export function isSettingsKey(text: string): boolean {
  return bytesOf(text) !== null
}

export function toSettingsKeys(settings: {
  SETTINGS_KEY: string
  SETTINGS_KEY_PREVIOUS?: string | undefined
}): SettingsKeys {
  const { SETTINGS_KEY: current, SETTINGS_KEY_PREVIOUS: previous } = settings
  return { current: toKey(current), previous: previous === undefined ? null : toKey(previous) }
}

function toKey(text: string): SettingsKey {
  const bytes = bytesOf(text)
  if (bytes === null) throw new TypeError('The settings have been checked')
  const id = createHash('sha256').update('settings key').update(bytes).digest('hex').slice(0, ID_DIGITS)
  return { id, key: createSecretKey(bytes) }
}
