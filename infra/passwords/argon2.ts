import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes: about 20 ms of one core. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/** What is kept in place of a password: argon2id at the cost that is agreed now, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether a hash was made at another cost than is agreed now, so that it should be made anew. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = COST
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Whether a password is the one that was hashed, at whatever cost that was. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password)
}
