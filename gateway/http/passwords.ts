import { availableParallelism } from 'node:os'
import { hashPassword, isOutdated, verifyPassword } from '@called-it/infra/passwords/argon2'
import { createTurns } from './turns.ts'

/** How many may wait for a core before the next is turned away: a second or two of work. */
const WAITING_PER_CORE = 50

export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Whether a password is the one that was hashed. Where there is no hash, it takes as long and answers false,
   * so that nobody learns from the time which addresses are known.
   */
  matches(passwordHash: string | null, password: string): Promise<boolean>
  /** Whether a hash is to be made anew, since the agreed cost has changed. */
  isOutdated(passwordHash: string): boolean
}

/**
 * Hashes at most as many passwords at once as there are cores, since more would only take each other's time;
 * others wait their turn.
 *
 * @param verify what compares a password with a hash
 * @throws CallError `unavailable` from both calls where too many wait already
 */
export function createPasswords(cores = availableParallelism(), verify = verifyPassword): Passwords {
  const takeTurn = createTurns(cores, cores * WAITING_PER_CORE)
  // Made once: verifying against it costs what verifying against anyone's costs.
  let nobodysHash: Promise<string> | undefined
  return {
    isOutdated,
    hash: (password) => takeTurn(() => hashPassword(password)),
    matches: (passwordHash, password) =>
      takeTurn(async () => {
        nobodysHash ??= hashPassword('nobody has this password')
        const fallback = await nobodysHash
        const isMatch = await verify(passwordHash ?? fallback, password)
        return isMatch && passwordHash !== null
      }),
  }
}
