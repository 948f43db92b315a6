import webPush from 'web-push'
import type { Database } from '../postgres/client.ts'
import { type Fact, findFact, insertFact } from '../postgres/queries/work/installation-facts.ts'
import { decryptSecret, encryptSecret } from '../secrets/encrypted-secret.ts'
import type { SettingsKeys } from '../secrets/settings-keys.ts'

export type VapidKeys = Fact<'vapid-keys'>

/** By which push services recognise this installation. Made at the first use, the same for all processes. */
export async function readVapidKeys(db: Database, keys: SettingsKeys): Promise<VapidKeys> {
  const { publicKey, privateKey } = await readPair(db, keys)
  return { publicKey, privateKey: decryptSecret(keys, privateKey) }
}

/** With which devices subscribe. */
export async function readPushKey(db: Database, keys: SettingsKeys): Promise<string> {
  return (await readPair(db, keys)).publicKey
}

/** As stored. */
async function readPair(db: Database, keys: SettingsKeys): Promise<Fact<'vapid-keys'>> {
  const stored = await findFact(db, 'vapid-keys')
  if (stored) return stored
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return insertFact(db, 'vapid-keys', { publicKey, privateKey: encryptSecret(keys, privateKey) })
}
