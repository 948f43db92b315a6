import { knownAddressMail } from '@called-it/infra/mail/templates/known-address'
import { findUserById } from '@called-it/infra/postgres/queries/users'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { performEffect } from '../effects.ts'
import type { MailParts } from './mail-parts.ts'

/** Tells the owner of a known address that somebody tried to sign up with it. */
export function mailKnownAddress({
  db,
  mailer,
  letterhead,
  publicUrl,
}: MailParts): JobHandlers['mail-known-address'] {
  return ({ userId }, context) =>
    performEffect(db, context, async (trx) => {
      const user = await findUserById(trx, userId)
      if (!user || user.email === null) return
      await mailer.send({
        to: { name: user.displayName, address: user.email },
        ...knownAddressMail(letterhead, {
          displayName: user.displayName,
          loginLink: `${publicUrl}/login`,
          forgotLink: `${publicUrl}/forgot-password`,
        }),
      })
    })
}
