import { availableParallelism } from 'node:os'
import { hashPassword, isOutdated, verifyPassword } from '@called-it/infra/passwords/argon2'
import { limitConcurrency } from '../overload/limit-concurrency.ts'

/** One to two seconds of work. */
const MAX_PENDING_PER_CORE = 50

export type Passwords = {
  hash(password: string): Promise<string>
  /** Without a hash it takes as long and returns false, so that the time does not show which addresses are known. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
  /** Whether a hash has another cost than new ones. */
  isOutdated(passwordHash: string): boolean
}

/**
 * Hashes at most one password per core at once: more would only slow each other down.
 *
 * @throws ApiError `unavailable` from `hash` and `matches` where too many wait already
 */
export function createPasswords(cores = availableParallelism(), verify = verifyPassword): Passwords {
  const limit = limitConcurrency(cores, cores * MAX_PENDING_PER_CORE)
  let fallbackHash: Promise<string> | undefined
  return {
    isOutdated,
    hash: (password) => limit(() => hashPassword(password)),
    matches: (passwordHash, password) =>
      limit(async () => {
        fallbackHash ??= hashPassword('nobody has this password')
        const fallback = await fallbackHash
        const isMatch = await verify(passwordHash ?? fallback, password)
        return isMatch && passwordHash !== null
      }),
  }
}
