import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { hasLoggedInBefore } from '@called-it/infra/postgres/queries/accounts/sessions'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { originOf } from '../../auth/actor.ts'
import type { Proof } from '../../auth/passport.ts'
import type { RequestSession } from '../../http/handler.ts'
import { accountEntry } from './audit-entries.ts'

/**
 * Mails the user where this browser has not logged in to the account yet. Browsers are known by their cookie, until the
 * password changes. There is no mail in the hour after the first login, when those who sign up go on with a second device.
 *
 * @param proof absent where the credentials are in the body
 * @returns the user with the rights of the session
 */
export async function beginSession(
  { db, publisher }: { db: Database; publisher: EventPublisher },
  request: { session: RequestSession; address: string; requestId: string },
  user: User,
  proof?: Proof,
): Promise<User> {
  const isKnown = (await request.session.recogniseBrowser(user.email ?? '')) !== null
  const { user: known, by, replaced, oldest, device } = await request.session.logIn(user, proof)
  if (replaced) await publisher.publish('session:revoked', { ...replaced, reason: 'renewed' })
  for (const ended of oldest) await publisher.publish('session:revoked', { ...ended, reason: 'ended' })
  const entry = accountEntry(user.id, originOf(request), 'logged-in')
  await db.transaction().execute(async (trx) => {
    await insertAuditEntry(trx, { ...entry, details: { by } })
    if (isKnown || !(await hasLoggedInBefore(trx, user.id))) return
    await insertJob(trx, 'mail-new-login', { userId: user.id, ...device, at: new Date().toISOString() })
  })
  return known
}
