import { knownAddressMail } from '@called-it/infra/mail/templates/known-address'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { type MailParts, mailUser } from './mail-user.ts'

/** Informs the owner of a known address that somebody tried to sign up with it. */
export function mailKnownAddress(parts: MailParts): JobHandlers['mail-known-address'] {
  return mailUser(parts, async ({ displayName }) =>
    knownAddressMail(parts.letterhead, {
      displayName,
      loginLink: `${parts.publicUrl}/login`,
      forgotLink: `${parts.publicUrl}/forgot-password`,
    }),
  )
}
