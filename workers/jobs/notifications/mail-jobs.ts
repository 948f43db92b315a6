import type { MailContent, Mailer } from '@called-it/infra/mail/mail'
import { backupFailedMail } from '@called-it/infra/mail/templates/backup-failed'
import { knownAddressMail } from '@called-it/infra/mail/templates/known-address'
import type { Letterhead } from '@called-it/infra/mail/templates/letter'
import { loginLinkMail } from '@called-it/infra/mail/templates/login-link'
import { describeLogin, newAccessMail } from '@called-it/infra/mail/templates/new-access'
import { passwordChangedMail } from '@called-it/infra/mail/templates/password-changed'
import { passwordResetMail } from '@called-it/infra/mail/templates/password-reset'
import { pickRootMail } from '@called-it/infra/mail/templates/pick-root'
import { suspendedMail } from '@called-it/infra/mail/templates/suspended'
import { verificationMail } from '@called-it/infra/mail/templates/verification'
import type { Database } from '@called-it/infra/postgres/client'
import { insertToken, type TokenPurpose } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { issueLinkToken } from '@called-it/infra/postgres/queries/accounts/login-links'
import {
  findRegistration,
  insertRegistrationToken,
  type Registration,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import { findUserByEmail, findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { findShow, phaseOfShow, type Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { findSuspension } from '@called-it/infra/postgres/queries/moderation/moderation'
import { findMailedRoot } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { findBackupWork } from '@called-it/infra/postgres/queries/work/backup-work'
import type { JobContext, JobHandlers } from '@called-it/infra/queues/worker'
import { textsIn } from '@called-it/languages/texts'
import type { JobPayload } from '@called-it/shared/contract/jobs'
import type { Translate } from '@called-it/shared/languages/translate'
import { performEffect } from '../../outbox/effects.ts'

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
  | 'mail-login-link'
  | 'mail-password-reset'
  | 'mail-password-changed'
  | 'mail-key-made'
  | 'mail-passkey-added'
  | 'mail-passkey-removed'
  | 'mail-new-login'
  | 'mail-device-added'
  | 'mail-suspended'
  | 'mail-pick-root'
  | 'mail-backup-failed'
>

/**
 * Each job mails one address once, however often it is delivered. A token is committed before its mail is sent, so that
 * the link works when the mail arrives. Another attempt makes another token, and voids the first one.
 */
export function createMailJobs({ db, mailer, letterhead, publicUrl }: MailParts): MailJobs {
  const forgotLink = `${publicUrl}/forgot-password`
  const accessLink = `${publicUrl}/profile/access`
  const verifyLink = (token: string) => `${publicUrl}/verify-email/${token}`
  const resetLink = (token: string) => `${publicUrl}/reset-password/${token}`

  /** @param write null where no mail is needed any more */
  function mail<Payload extends { userId: number }>(
    write: (user: User, t: Translate, payload: Payload) => Promise<MailContent | null>,
  ) {
    return (payload: Payload, context: JobContext): Promise<void> =>
      performEffect(db, context, async (trx) => {
        const user = await findUserById(trx, payload.userId)
        // Deleted meanwhile.
        if (!user || user.email === null) return
        const content = await write(user, textsIn(user.language), payload)
        const name = user.emailVerifiedAt === null || user.suspendedAt !== null ? '' : user.displayName
        if (content) await mailer.send({ to: { name, address: user.email }, ...content })
      })
  }

  function mailRegistration(
    purpose: TokenPurpose,
    write: (token: string, t: Translate, registration: Registration) => MailContent | Promise<MailContent>,
  ) {
    return ({ registrationId }: { registrationId: number }, context: JobContext): Promise<void> =>
      performEffect(db, context, async (trx) => {
        const registration = await findRegistration(trx, registrationId)
        // Confirmed or expired meanwhile.
        if (!registration) return
        const token = await db
          .transaction()
          .execute((own) => insertRegistrationToken(own, registrationId, purpose))
        const content = await write(token, textsIn(registration.language), registration)
        await mailer.send({ to: { name: '', address: registration.email }, ...content })
      })
  }

  async function findOpenShow(showId: number | null): Promise<Show | null> {
    const show = showId === null ? null : await findShow(db, showId)
    return show && phaseOfShow(show) === 'open' ? show : null
  }

  /** In a transaction of its own. The job's holds the outbox row meanwhile, so that only one delivery makes tokens. */
  function issueToken(userId: number, purpose: TokenPurpose): Promise<string> {
    return db.transaction().execute((trx) => insertToken(trx, userId, purpose))
  }

  return {
    'mail-registration': mailRegistration('verify-email', async (token, t, { showId }) =>
      verificationMail(letterhead, t, { link: verifyLink(token), show: await findOpenShow(showId) }),
    ),
    'mail-registration-reset': mailRegistration('reset-password', (token, t) =>
      passwordResetMail(letterhead, t, { displayName: null, link: resetLink(token) }),
    ),
    'mail-verification': mail(async ({ id, emailVerifiedAt }, t) => {
      if (emailVerifiedAt !== null) return null
      const token = await issueToken(id, 'verify-email')
      return verificationMail(letterhead, t, { link: verifyLink(token), show: null })
    }),
    // A gateway of an earlier release enqueues it for unconfirmed users too.
    'mail-known-address': mail(async ({ displayName, emailVerifiedAt }, t) =>
      emailVerifiedAt === null
        ? null
        : knownAddressMail(letterhead, t, { displayName, loginLink: `${publicUrl}/login`, forgotLink }),
    ),
    'mail-login-link': ({ linkId }, context) =>
      performEffect(db, context, async (trx) => {
        // Committed by itself, before the mail is sent.
        const link = await issueLinkToken(db, linkId)
        // Expired, or replaced by a newer one.
        if (!link) return
        const user = await findUserByEmail(trx, link.email)
        const t = textsIn(user?.language ?? link.language)
        const content = loginLinkMail(letterhead, t, `${publicUrl}/link/${link.token}`)
        await mailer.send({ to: { name: '', address: link.email }, ...content })
      }),
    'mail-password-reset': mail(async ({ id, displayName, emailVerifiedAt }, t) => {
      const token = await issueToken(id, 'reset-password')
      const name = emailVerifiedAt === null ? null : displayName
      return passwordResetMail(letterhead, t, { displayName: name, link: resetLink(token) })
    }),
    'mail-password-changed': mail(async ({ displayName }, t) =>
      passwordChangedMail(letterhead, t, { displayName, forgotLink }),
    ),
    'mail-key-made': mail(async ({ displayName }, t) =>
      newAccessMail(letterhead, t, 'key-made', {
        displayName,
        forgotLink,
        link: `${publicUrl}/profile/keys`,
      }),
    ),
    'mail-passkey-added': mail(async ({ displayName }, t) =>
      newAccessMail(letterhead, t, 'passkey-added', { displayName, forgotLink, link: accessLink }),
    ),
    'mail-passkey-removed': mail(async ({ displayName }, t) =>
      newAccessMail(letterhead, t, 'passkey-removed', { displayName, forgotLink, link: accessLink }),
    ),
    'mail-new-login': mail(async ({ displayName }, t, login: JobPayload<'mail-new-login'>) =>
      newAccessMail(letterhead, t, 'new-login', {
        displayName,
        forgotLink,
        link: accessLink,
        what: describeLogin(t, login),
      }),
    ),
    'mail-device-added': mail(async ({ displayName }, t) =>
      newAccessMail(letterhead, t, 'device-added', {
        displayName,
        forgotLink,
        link: `${publicUrl}/notifications/settings`,
      }),
    ),
    'mail-suspended': mail(async ({ id }, t) => {
      const suspension = await findSuspension(db, id)
      // Lifted meanwhile.
      return suspension && suspendedMail(letterhead, t, { ...suspension, siteLink: publicUrl })
    }),
    'mail-pick-root': mail(async ({ displayName, isAdmin }, t, lock: JobPayload<'mail-pick-root'>) => {
      const found = isAdmin ? await findMailedRoot(db, lock) : null
      if (!found) return null
      const root = found.root.toString('hex')
      const proofLink = `${publicUrl}/shows/${lock.showId}/proof`
      return pickRootMail(letterhead, t, { ...found, displayName, root, proofLink })
    }),
    'mail-backup-failed': mail(
      async ({ displayName, isAdmin }, t, { workId }: JobPayload<'mail-backup-failed'>) => {
        const failed = isAdmin ? await findBackupWork(db, workId) : null
        if (!failed?.error) return null
        const { error, file, is_scheduled } = failed
        const link = `${publicUrl}/admin/backups`
        return backupFailedMail(letterhead, t, { displayName, error, file, isScheduled: is_scheduled, link })
      },
    ),
  }
}
