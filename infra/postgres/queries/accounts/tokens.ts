import { createHash, randomBytes } from 'node:crypto'
import type { AuthTokensTable } from '../../schema/accounts.ts'

export type TokenPurpose = AuthTokensTable['purpose']

/** In seconds. */
export const TOKEN_LIFETIMES = {
  'verify-email': 24 * 60 * 60,
  'reset-password': 30 * 60,
} as const satisfies Record<TokenPurpose, number>

const TOKEN_BYTES = 32

/** 43 characters of base64url, 256 bits. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** SHA-256: only this is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}
