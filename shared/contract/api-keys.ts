import { z } from 'zod'
import { currentPassword } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { FIELD_LIMITS, FIELD_TEXTS, line } from './entered-fields.ts'
import { id, instant, pathId } from './fields.ts'

export const MAX_API_KEYS = 5
/** All keys of a user share it. */
export const READS_PER_MINUTE = 60
/** How every key begins, so that programs which look for leaked secrets find it. */
export const API_KEY_PREFIX = 'calledit_'

const apiKey = z.object({
  id,
  name: z.string(),
  /** The last characters of the key. */
  hint: z.string(),
  created_at: instant,
  /** To the minute; null: never. */
  last_used_at: instant.nullable(),
})
export type ApiKey = z.output<typeof apiKey>

const apiKeys = z.object({ keys: z.array(apiKey) })

export const apiKeyForm = z.strictObject({ name: line(FIELD_LIMITS.keyName, FIELD_TEXTS.keyName) })

export const apiKeyEndpoints = {
  listApiKeys: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/keys',
    access: 'fan',
    summary: "The current user's keys, without the keys themselves",
    response: apiKeys,
  }),
  createApiKey: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/keys',
    access: 'fan',
    summary:
      'Makes a key that reads; it is shown once. 403 `reauthentication_required` unless the user has just proven who it is, 409 `too_many_keys`',
    /** Pages of 0.14.0 send the password. */
    body: apiKeyForm.extend({ currentPassword: currentPassword.optional() }),
    response: z.object({ key: z.string(), ...apiKeys.shape }),
  }),
  revokeApiKey: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/keys/:keyId',
    access: 'fan',
    summary: 'Revokes a key at once',
    params: z.object({ keyId: pathId }),
    response: apiKeys,
  }),
} as const
