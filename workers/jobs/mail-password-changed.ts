import { passwordChangedMail } from '@called-it/infra/mail/templates/password-changed'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { type MailParts, mailUser } from './mail-user.ts'

export function mailPasswordChanged(parts: MailParts): JobHandlers['mail-password-changed'] {
  return mailUser(parts, async ({ displayName }) =>
    passwordChangedMail(parts.letterhead, {
      displayName,
      forgotLink: `${parts.publicUrl}/forgot-password`,
    }),
  )
}
