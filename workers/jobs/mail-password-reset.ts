import { passwordResetMail } from '@called-it/infra/mail/templates/password-reset'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { type MailParts, mailUser } from './mail-user.ts'

/** Its token is made like a verification's. */
export function mailPasswordReset(parts: MailParts): JobHandlers['mail-password-reset'] {
  return mailUser(parts, async ({ id, displayName }, trx) => {
    const token = await insertToken(trx, id, 'reset-password')
    return passwordResetMail(parts.letterhead, {
      displayName,
      link: `${parts.publicUrl}/reset-password/${token}`,
    })
  })
}
