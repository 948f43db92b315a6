import { z } from 'zod'
import { acknowledgement, currentPassword } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { passkeyResponse } from './passkeys.ts'

export const passwordProof = z.strictObject({ password: currentPassword })

const proof = z.union([passwordProof, z.strictObject({ passkey: passkeyResponse })])
export type ReauthenticationProof = z.input<typeof proof>

export const reauthenticationEndpoints = {
  reauthenticate: defineEndpoint({
    method: 'POST',
    path: '/api/auth/confirm',
    access: 'fan',
    summary:
      'Proves again who the user is, for what only the owner of the account may do within some minutes',
    body: proof,
    response: acknowledgement,
  }),
} as const
