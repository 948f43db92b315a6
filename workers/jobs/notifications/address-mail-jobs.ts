import type { MailContent } from '@called-it/infra/mail/mail'
import { addressChangedMail, addressChangeMail } from '@called-it/infra/mail/templates/address-change'
import { knownAddressMail } from '@called-it/infra/mail/templates/known-address'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import {
  type AddressSide,
  findDoneAddressChange,
  findOpenAddressChange,
  insertAddressToken,
} from '@called-it/infra/postgres/queries/accounts/address-changes'
import { findUserByEmail, findUserById, holdsAddress } from '@called-it/infra/postgres/queries/accounts/users'
import type { JobContext, JobHandlers } from '@called-it/infra/queues/worker'
import { textsIn } from '@called-it/languages/texts'
import { performEffect } from '../../outbox/effects.ts'
import type { MailParts } from './mail-jobs.ts'

type AddressMailJobs = Pick<JobHandlers, 'mail-address-old' | 'mail-address-new' | 'mail-address-changed'>

type Written = { address: string; content: MailContent }

/** The mails of a change of an account's address. As other mail jobs, each mails once. */
export function createAddressMailJobs({ db, mailer, letterhead, publicUrl }: MailParts): AddressMailJobs {
  /** @param write null where no mail is needed any more */
  function mail(write: (trx: DatabaseTransaction, userId: number) => Promise<Written | null>) {
    return ({ userId }: { userId: number }, context: JobContext): Promise<void> =>
      performEffect(db, context, async (trx) => {
        const written = await write(trx, userId)
        if (written) await mailer.send({ to: { name: '', address: written.address }, ...written.content })
      })
  }

  const textsOf = async (trx: DatabaseTransaction, userId: number) =>
    textsIn((await findUserById(trx, userId))?.language ?? null)

  /** The owner of a taken address gets another mail, and nobody its link. */
  async function writeToOwner(trx: DatabaseTransaction, email: string): Promise<Written | null> {
    const owner = await findUserByEmail(trx, email)
    if (!owner || !holdsAddress(owner)) return null
    const links = { loginLink: `${publicUrl}/login`, forgotLink: `${publicUrl}/forgot-password` }
    const named = { displayName: owner.displayName, ...links }
    return { address: email, content: knownAddressMail(letterhead, textsIn(owner.language), named) }
  }

  const mailSide = (to: AddressSide) =>
    mail(async (trx, userId) => {
      const change = await findOpenAddressChange(trx, userId)
      if (!change) return null
      const { old_email: oldEmail, new_email: newEmail } = change
      const taken = to === 'new' ? await writeToOwner(trx, newEmail) : null
      if (taken) return taken
      const token = await db
        .transaction()
        .execute((own) => insertAddressToken(own, userId, { side: to, newEmail }))
      if (token === null) return null
      const link = `${publicUrl}/change-address/${token}`
      const content = addressChangeMail(letterhead, await textsOf(trx, userId), { to, newEmail, link })
      return { address: to === 'old' ? oldEmail : newEmail, content }
    })

  return {
    'mail-address-old': mailSide('old'),
    'mail-address-new': mailSide('new'),
    'mail-address-changed': mail(async (trx, userId) => {
      const change = await findDoneAddressChange(trx, userId)
      if (!change) return null
      const given = { newEmail: change.new_email, link: `${publicUrl}/profile/access` }
      const content = addressChangedMail(letterhead, await textsOf(trx, userId), given)
      return { address: change.old_email, content }
    }),
  }
}
