import { verificationMail } from '@called-it/infra/mail/templates/verification'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { type MailParts, mailUser } from './mail-user.ts'

/**
 * The token is made here and stored by the transaction that marks the job done, so that no token is mailed
 * twice: after a rollback the next mail has a new token.
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
