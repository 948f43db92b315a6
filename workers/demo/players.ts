import { randomBytes } from 'node:crypto'
import { DEMO_ACCOUNTS, DEMO_FANS } from '@called-it/infra/demo/fans'
import { hashPassword } from '@called-it/infra/passwords/argon2'
import type { Database } from '@called-it/infra/postgres/client'
import { insertMissingUsers, listUserIds } from '@called-it/infra/postgres/queries/accounts/new-users'
import { turnMailsOff } from '@called-it/infra/postgres/queries/notifications/notification-settings'

export type DemoPlayer = {
  userId: number
  fanIndex: number
  /** A person can log in as this player, so today's show and the next one are left unpredicted. */
  isAccount: boolean
}

/** The visitor's account uses this fan's picks of the show before. */
const VISITOR_FAN_INDEX = 0

/** One fan in seven does not show the picks under the name. */
const FANS_PER_HIDDEN_ONE = 7

/** Inserts missing accounts and fans. The admin's account does not predict. */
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
  // The fans share a random password that is thrown away.
  const unusable = await hashPassword(randomBytes(32).toString('base64url'))
  const fans = DEMO_FANS.map(({ email, displayName }, fanIndex) => ({
    email,
    displayName,
    passwordHash: unusable,
    isVerified: true,
    showsPicks: fanIndex % FANS_PER_HIDDEN_ONE !== FANS_PER_HIDDEN_ONE - 1,
  }))
  const ids = await insertMissingUsers(db, [...accounts, ...fans])
  // Each score would be a file in the mail folder, for each of them.
  await turnMailsOff(db, [...ids.values()], 'final-score')
  return toPlayers(ids)
}

/** Those of the demo's accounts that exist; `operatorId` is the admin's. */
export async function listDemoPlayers(
  db: Database,
): Promise<{ operatorId: number | null; players: DemoPlayer[] }> {
  const ids = await listUserIds(
    db,
    [...DEMO_ACCOUNTS, ...DEMO_FANS].map(({ email }) => email),
  )
  const admin = DEMO_ACCOUNTS.find(({ isAdmin }) => isAdmin)
  return { operatorId: (admin && ids.get(admin.email)) ?? null, players: toPlayers(ids) }
}

function toPlayers(ids: ReadonlyMap<string, number>): DemoPlayer[] {
  const visitors = DEMO_ACCOUNTS.filter(({ isAdmin }) => !isAdmin)
  const players = [
    ...DEMO_FANS.map(({ email }, fanIndex) => ({ email, fanIndex, isAccount: false })),
    ...visitors.map(({ email }) => ({ email, fanIndex: VISITOR_FAN_INDEX, isAccount: true })),
  ]
  return players.flatMap(({ email, ...player }) => {
    const userId = ids.get(email)
    return userId === undefined ? [] : { userId, ...player }
  })
}
