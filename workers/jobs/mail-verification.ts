import { verificationMail } from '@called-it/infra/mail/templates/verification'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { type MailParts, mailUser } from './mail-user.ts'

/**
 * Mails a fan the link that verifies their address. The token is made here and stored by the transaction
 * that marks the job done, so no token is mailed twice: a mail whose transaction was lost on the way is
 * followed by another one with a token that works.
 */
export function mailVerification(parts: MailParts): JobHandlers['mail-verification'] {
  return mailUser(parts, async ({ id, displayName, emailVerifiedAt }, trx) => {
    if (emailVerifiedAt !== null) return null
    const token = await insertToken(trx, id, 'verify-email')
    return verificationMail(parts.letterhead, {
      displayName,
      link: `${parts.publicUrl}/verify-email/${token}`,
    })
  })
}
