import { verificationMail } from '@called-it/infra/mail/templates/verification'
import { issueToken } from '@called-it/infra/postgres/queries/auth-tokens'
import { findUserById } from '@called-it/infra/postgres/queries/users'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { performEffect } from '../effects.ts'
import type { MailParts } from './mail-parts.ts'

/**
 * Mails a fan the link that verifies their address. The token is made here and stored by the transaction
 * that marks the job done, so no token is mailed twice: a mail whose transaction was lost on the way is
 * followed by another one with a token that works.
 */
export function mailVerification({
  db,
  mailer,
  letterhead,
  publicUrl,
}: MailParts): JobHandlers['mail-verification'] {
  return ({ userId }, context) =>
    performEffect(db, context, async (trx) => {
      const user = await findUserById(trx, userId)
      // Verified or deleted between the order and now: there is nobody to ask.
      if (!user || user.email === null || user.emailVerifiedAt !== null) return
      const token = await issueToken(trx, userId, 'verify-email')
      const link = `${publicUrl}/verify-email/${token}`
      await mailer.send({
        to: { name: user.displayName, address: user.email },
        ...verificationMail(letterhead, { displayName: user.displayName, link }),
      })
    })
}
