import { randomBytes } from 'node:crypto'
import { hashPassword } from '@called-it/infra/passwords/argon2'
import type { Database } from '@called-it/infra/postgres/client'
import { insertMissingUsers } from '@called-it/infra/postgres/queries/accounts/users'
import { DEMO_ACCOUNTS, DEMO_FANS } from '@called-it/infra/setlist-sources/demo/fans'

/** Somebody whose predictions fill the demo. */
export type DemoPlayer = {
  userId: number
  /** The demo fan who decides what they predict. */
  fanIndex: number
  /** Whether a person may log in as them: today's show is left for that person to play. */
  isAccount: boolean
}

/** The demo fan whose picks the account of the demo's visitor takes, one show late. */
const VISITOR_PLAYS_LIKE = 0

/** Makes the demo's accounts and fans where they are missing. The admin's account only looks after things. */
export async function makeDemoPlayers(db: Database): Promise<DemoPlayer[]> {
  const accounts = await Promise.all(
    DEMO_ACCOUNTS.map(async ({ email, displayName, password, isAdmin }) => ({
      email,
      displayName,
      isAdmin,
      passwordHash: await hashPassword(password),
      isVerified: true,
    })),
  )
  // The fans share a password that nobody has ever seen.
  const unusable = await hashPassword(randomBytes(32).toString('base64url'))
  const fans = DEMO_FANS.map(({ email, displayName }) => ({
    email,
    displayName,
    passwordHash: unusable,
    isVerified: true,
  }))
  const ids = await insertMissingUsers(db, [...accounts, ...fans])
  const visitors = DEMO_ACCOUNTS.filter(({ isAdmin }) => !isAdmin)
  const players = [
    ...DEMO_FANS.map(({ email }, fanIndex) => ({ email, fanIndex, isAccount: false })),
    ...visitors.map(({ email }) => ({ email, fanIndex: VISITOR_PLAYS_LIKE, isAccount: true })),
  ]
  return players.flatMap(({ email, ...player }) => {
    const userId = ids.get(email)
    return userId === undefined ? [] : { userId, ...player }
  })
}
