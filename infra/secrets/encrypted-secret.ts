import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SettingsKeys } from './settings-keys.ts'

const ALGORITHM = 'aes-256-gcm'
const PREFIX = 'aes256gcm.'
const IV_BYTES = 12
const TAG_BYTES = 16

/** No given key opens it, or somebody has changed it. */
export class UnreadableSecretError extends Error {
  override readonly name = 'UnreadableSecretError'
}

/** `aes256gcm.<id of the key>.<base64url of IV, ciphertext and tag>` */
export function encryptSecret({ current: { id, key } }: SettingsKeys, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${PREFIX}${id}.${sealed.toString('base64url')}`
}

/** Null for a secret in clear, as 0.10.0 stored them. */
export function keyIdOf(stored: string): string | null {
  return stored.startsWith(PREFIX) ? (stored.slice(PREFIX.length).split('.')[0] ?? '') : null
}

/** @throws UnreadableSecretError */
export function decryptSecret({ current, previous }: SettingsKeys, stored: string): string {
  const id = keyIdOf(stored)
  if (id === null) return stored
  const key = [current, previous].find((known) => known?.id === id)?.key
  if (key === undefined)
    throw new UnreadableSecretError(`It was encrypted with the key ${id}, which is not given.`)
  const sealed = Buffer.from(stored.slice(PREFIX.length + id.length + 1), 'base64url')
  const options = { authTagLength: TAG_BYTES }
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), options)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new UnreadableSecretError(`It is not what the key ${id} has encrypted.`, { cause })
  }
}
