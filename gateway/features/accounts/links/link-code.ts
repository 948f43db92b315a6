import { createHmac, timingSafeEqual } from 'node:crypto'

const CODES = 1_000_000n

/** The code that the page of a link shows: six digits, always the same for a link. */
export function codeOfLink(secret: string, token: string): string {
  const digest = createHmac('sha256', secret).update(`link code of ${token}`).digest('hex')
  return String(BigInt(`0x${digest}`) % CODES).padStart(6, '0')
}

/** With the secret: a million codes are soon tried. */
export function hashCode(secret: string, linkId: number, code: string): Buffer {
  return createHmac('sha256', secret).update(`link ${linkId} ${code}`).digest()
}

/** In the same time for every code, and for a link whose page has shown none yet. */
export function isCode(secret: string, link: { id: number; codeHash: Buffer | null }, code: string): boolean {
  const given = hashCode(secret, link.id, code)
  return timingSafeEqual(link.codeHash ?? Buffer.alloc(given.length), given)
}
