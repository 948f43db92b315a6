import type { MailContent, Mailer } from '@called-it/infra/mail/mail'
import type { Letterhead } from '@called-it/infra/mail/templates/letter'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import type { JobContext } from '@called-it/infra/queues/worker'
import { performEffect } from '../outbox/effects.ts'

export type MailParts = {
  db: Database
  mailer: Mailer
  /** From the band profile. */
  letterhead: Letterhead
  /** Without a trailing slash: the base of every link. */
  publicUrl: string
}

/**
 * A job that mails one user once, however often it is delivered. Users who were deleted meanwhile get no
 * mail.
 *
 * @param write runs in the transaction that marks the job done; null where no mail is needed any more
 */
export function mailUser(
  { db, mailer }: MailParts,
  write: (user: User, trx: DatabaseTransaction) => Promise<MailContent | null>,
) {
  return ({ userId }: { userId: number }, context: JobContext): Promise<void> =>
    performEffect(db, context, async (trx) => {
      const user = await findUserById(trx, userId)
      if (!user || user.email === null) return
      const content = await write(user, trx)
      if (content) await mailer.send({ to: { name: user.displayName, address: user.email }, ...content })
    })
}
