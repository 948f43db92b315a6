import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const RANDOM_BYTES = 16
const TIME_BYTES = 6
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES
export const CHALLENGE_MS = 5 * 60_000

/** The answer to a challenge of one purpose is worth nothing for another. */
export type ChallengePurpose = 'log-in' | 'sign-up' | `add ${number}`

/** Signed instead of stored: asking for one leaves nothing, and takes the same time for everybody. */
export type PasskeyChallenges = {
  /** In base64url. */
  make(purpose: ChallengePurpose): string
  /** Whether it was made here, for the purpose, and lately. Only the database knows whether it was used. */
  isOpen(challenge: string, purpose: ChallengePurpose): boolean
}

export function createPasskeyChallenges(secret: string, now: () => number): PasskeyChallenges {
  const sign = (content: Buffer, purpose: ChallengePurpose) =>
    createHmac('sha256', secret).update(`passkey ${purpose} `).update(content).digest()
  return {
    make(purpose) {
      const expiry = Buffer.alloc(TIME_BYTES)
      expiry.writeUIntBE(now() + CHALLENGE_MS, 0, TIME_BYTES)
      const content = Buffer.concat([randomBytes(RANDOM_BYTES), expiry])
      return Buffer.concat([content, sign(content, purpose)]).toString('base64url')
    },
    isOpen(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url')
      const content = bytes.subarray(0, SIGNED_BYTES)
      const [signature, expected] = [bytes.subarray(SIGNED_BYTES), sign(content, purpose)]
      const isOwn = signature.length === expected.length && timingSafeEqual(signature, expected)
      return isOwn && content.readUIntBE(RANDOM_BYTES, TIME_BYTES) > now()
    },
  }
}
