import type { Database } from '../postgres/client.ts'
import { newWebhookSecret } from '../postgres/queries/reach/webhooks.ts'
import {
  deleteVapidKeys,
  lockStoredSecrets,
  type StoredSecret,
  updateStoredSecrets,
} from '../postgres/queries/work/stored-secrets.ts'
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
  return db.transaction().execute(async (trx) => {
    const stored = await lockStoredSecrets(trx)
    const readable = stored.filter((secret) => isReadable(keys, secret))
    const due = readable.filter(({ value }) => {
      const keyId = keyIdOf(value)
      return keyId === null || (rotates && keyId !== keys.current.id)
    })
    const encrypt = (value: string) => encryptSecret(keys, decryptSecret(keys, value))
    await updateStoredSecrets(
      trx,
      due.map(({ webhook, value }) => ({ webhook, value: encrypt(value) })),
    )
    return { encrypted: due.length, unreadable: stored.length - readable.length }
  })
}

/**
 * For secrets whose key is lost: webhooks get new ones, and devices have to subscribe again.
 *
 * @returns the names of the webhooks, and how many devices
 */
export async function replaceUnreadableSecrets(
  db: Database,
  keys: SettingsKeys,
): Promise<{ webhooks: string[]; devices: number }> {
  return db.transaction().execute(async (trx) => {
    const lost = (await lockStoredSecrets(trx)).filter((secret) => !isReadable(keys, secret))
    const webhooks = lost.flatMap(({ webhook }) => webhook ?? [])
    const renewed = webhooks.map((webhook) => ({ webhook, value: encryptSecret(keys, newWebhookSecret()) }))
    await updateStoredSecrets(trx, renewed)
    const devices = webhooks.length < lost.length ? await deleteVapidKeys(trx) : 0
    return { webhooks: webhooks.map(({ name }) => name), devices }
  })
}

function isReadable(keys: SettingsKeys, { value }: StoredSecret): boolean {
  try {
    decryptSecret(keys, value)
    return true
  } catch (error) {
    if (error instanceof UnreadableSecretError) return false
    throw error
  }
}
