import type { Database } from '../postgres/client.ts'
import { newWebhookSecret } from '../postgres/queries/outlets/webhooks.ts'
import {
  deleteVapidKeys,
  listStoredSecrets,
  replaceStoredSecrets,
  type StoredSecret,
} from '../postgres/queries/work/installation-facts.ts'
import { decryptSecret, encryptSecret, keyIdOf, UnreadableSecretError } from './encrypted-secret.ts'
import type { SettingsKeys } from './settings-keys.ts'

/**
 * Encrypts what is stored in clear.
 *
 * @param rotates also what the previous key has encrypted
 */
export async function encryptStoredSecrets(
  db: Database,
  keys: SettingsKeys,
  { rotates }: { rotates: boolean },
): Promise<{ encrypted: number; unreadable: number }> {
  const stored = await listStoredSecrets(db)
  const readable = stored.filter(isReadableWith(keys))
  const isDue = (id: string | null) => id === null || (rotates && id !== keys.current.id)
  const due = readable.filter(({ value }) => isDue(keyIdOf(value)))
  await replaceStoredSecrets(db, due, ({ value }) => encryptSecret(keys, decryptSecret(keys, value)))
  return { encrypted: due.length, unreadable: stored.length - readable.length }
}

/**
 * For secrets whose key is lost: webhooks get new ones, and devices have to subscribe again. Those of settings stay until
 * an admin enters them again.
 *
 * @returns the names of the webhooks and settings, and how many devices
 */
export async function replaceUnreadableSecrets(
  db: Database,
  keys: SettingsKeys,
): Promise<{ webhooks: string[]; settings: string[]; devices: number }> {
  const isReadable = isReadableWith(keys)
  const lost = (await listStoredSecrets(db)).filter((secret) => !isReadable(secret))
  const lostOf = (kind: StoredSecret['of']) => lost.filter((secret) => secret.of === kind)
  const webhooks = lostOf('webhook')
  await replaceStoredSecrets(db, webhooks, () => encryptSecret(keys, newWebhookSecret()))
  const devices = lostOf('pushes').length > 0 ? await deleteVapidKeys(db) : 0
  const namesOf = (secrets: readonly StoredSecret[]) => secrets.map(({ name }) => name)
  return { webhooks: namesOf(webhooks), settings: namesOf(lostOf('setting')), devices }
}

function isReadableWith(keys: SettingsKeys): (secret: StoredSecret) => boolean {
  return ({ value }) => {
    try {
      decryptSecret(keys, value)
      return true
    } catch (error) {
      if (error instanceof UnreadableSecretError) return false
      throw error
    }
  }
}
