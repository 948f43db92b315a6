import type { MailContent, Mailer } from '@called-it/infra/mail/mail'
import { knownAddressMail } from '@called-it/infra/mail/templates/known-address'
import type { Letterhead } from '@called-it/infra/mail/templates/letter'
import { passwordChangedMail } from '@called-it/infra/mail/templates/password-changed'
import { passwordResetMail } from '@called-it/infra/mail/templates/password-reset'
import { verificationMail } from '@called-it/infra/mail/templates/verification'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { insertRegistrationToken } from '@called-it/infra/postgres/queries/accounts/registration-tokens'
import { findRegistration } from '@called-it/infra/postgres/queries/accounts/registrations'
import type { TokenPurpose } from '@called-it/infra/postgres/queries/accounts/tokens'
import { findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import type { JobContext, JobHandlers } from '@called-it/infra/queues/worker'
import { performEffect } from '../outbox/effects.ts'

export type MailParts = {
  db: Database
  mailer: Mailer
  letterhead: Letterhead
  /** Without a trailing slash: the base of every link. */
  publicUrl: string
}

type MailJobs = Pick<
  JobHandlers,
  | 'mail-registration'
  | 'mail-registration-reset'
  | 'mail-verification'
  | 'mail-known-address'
  | 'mail-password-reset'
  | 'mail-password-changed'
>

/**
 * Each job mails one address once, however often it is delivered. A token is made in the transaction that marks the
 * job done, so that no token is mailed twice: after a rollback the next mail has a new one.
 */
export function createMailJobs({ db, mailer, letterhead, publicUrl }: MailParts): MailJobs {
  const forgotLink = `${publicUrl}/forgot-password`
  const verifyLink = (token: string) => `${publicUrl}/verify-email/${token}`
  const resetLink = (token: string) => `${publicUrl}/reset-password/${token}`

  /** @param write null where no mail is needed any more */
  function mail(write: (user: User, trx: DatabaseTransaction) => Promise<MailContent | null>) {
    return ({ userId }: { userId: number }, context: JobContext): Promise<void> =>
      performEffect(db, context, async (trx) => {
        const user = await findUserById(trx, userId)
        // Deleted meanwhile.
        if (!user || user.email === null) return
        const content = await write(user, trx)
        const name = user.emailVerifiedAt === null ? '' : user.displayName
        if (content) await mailer.send({ to: { name, address: user.email }, ...content })
      })
  }

  function mailRegistration(purpose: TokenPurpose, write: (token: string) => MailContent) {
    return ({ registrationId }: { registrationId: number }, context: JobContext): Promise<void> =>
      performEffect(db, context, async (trx) => {
        const registration = await findRegistration(trx, registrationId)
        // Confirmed or expired meanwhile.
        if (!registration) return
        const token = await insertRegistrationToken(trx, registrationId, purpose)
        await mailer.send({ to: { name: '', address: registration.email }, ...write(token) })
      })
  }

  return {
    'mail-registration': mailRegistration('verify-email', (token) =>
      verificationMail(letterhead, { link: verifyLink(token) }),
    ),
    'mail-registration-reset': mailRegistration('reset-password', (token) =>
      passwordResetMail(letterhead, { displayName: null, link: resetLink(token) }),
    ),
    'mail-verification': mail(async ({ id, emailVerifiedAt }, trx) => {
      if (emailVerifiedAt !== null) return null
      const token = await insertToken(trx, id, 'verify-email')
      return verificationMail(letterhead, { link: verifyLink(token) })
    }),
    // A gateway of an earlier release enqueues it for unconfirmed users too.
    'mail-known-address': mail(async ({ displayName, emailVerifiedAt }) =>
      emailVerifiedAt === null
        ? null
        : knownAddressMail(letterhead, { displayName, loginLink: `${publicUrl}/login`, forgotLink }),
    ),
    'mail-password-reset': mail(async ({ id, displayName, emailVerifiedAt }, trx) => {
      const token = await insertToken(trx, id, 'reset-password')
      const name = emailVerifiedAt === null ? null : displayName
      return passwordResetMail(letterhead, { displayName: name, link: resetLink(token) })
    }),
    'mail-password-changed': mail(async ({ displayName }) =>
      passwordChangedMail(letterhead, { displayName, forgotLink }),
    ),
  }
}
