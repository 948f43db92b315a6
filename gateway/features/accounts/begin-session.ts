import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { originOf } from '../../auth/actor.ts'
import type { RequestSession } from '../../http/handler.ts'
import { accountEntry } from './audit-entries.ts'

/** @param passwordHash of credentials that are not in the body */
export async function beginSession(
  { db, publisher }: { db: Database; publisher: EventPublisher },
  request: { session: RequestSession; address: string; requestId: string },
  user: User,
  passwordHash?: string,
): Promise<void> {
  const { replaced, oldest } = await request.session.logIn(user, passwordHash)
  if (replaced) await publisher.publish('session:revoked', { ...replaced, reason: 'renewed' })
  for (const ended of oldest) await publisher.publish('session:revoked', { ...ended, reason: 'ended' })
  await insertAuditEntry(db, accountEntry(user.id, originOf(request), 'logged-in'))
}
