import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import {
  confirmAddressChange,
  deleteOpenAddressChange,
  findChangeOfToken,
  findOpenAddressChange,
  updateAddress,
  upsertAddressChange,
} from '@called-it/infra/postgres/queries/accounts/address-changes'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { dropRegistrations, holdAddress } from '@called-it/infra/postgres/queries/accounts/registrations'
import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import {
  eraseUser,
  findUserByEmail,
  findUserById,
  holdActiveUserForUpdate,
  holdsAddress,
} from '@called-it/infra/postgres/queries/accounts/users'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { said } from '@called-it/shared/languages/said'
import type { Actor, RequestOrigin } from '../../../auth/actor.ts'
import { ApiError } from '../../../http/errors.ts'
import { accountEntry } from '../audit-entries.ts'

export async function readAddressChange(db: Database, userId: number) {
  const found = await findOpenAddressChange(db, userId)
  if (found === null) return { change: null }
  const { new_email: email, is_old_confirmed, is_new_confirmed, expires_at } = found
  return { change: { email, is_old_confirmed, is_new_confirmed, expires_at } }
}

/**
 * Replaces an earlier change. Whether the new address is taken is looked at when the mails are written, so that neither
 * response nor time shows it.
 *
 * @throws ApiError `invalid` for the user's own address; `not_logged_in` for a profile that is gone meanwhile
 */
export async function askAddressChange(db: Database, actor: Actor, newEmail: string): Promise<void> {
  const userId = actor.actorId
  await db.transaction().execute(async (trx) => {
    const isActive = await holdActiveUserForUpdate(trx, userId)
    const oldEmail = (await findUserById(trx, userId))?.email ?? null
    if (!isActive || oldEmail === null) throw new ApiError('not_logged_in')
    if (newEmail === oldEmail) {
      throw new ApiError('invalid', { issues: [{ path: 'email', message: said('field.same-address') }] })
    }
    await upsertAddressChange(trx, userId, { oldEmail, newEmail })
    await insertJob(trx, 'mail-address-old', { userId })
    await insertJob(trx, 'mail-address-new', { userId })
    await insertAuditEntry(trx, accountEntry(userId, actor, 'address-change-asked'))
  })
}

export async function cancelAddressChange(db: Database, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdActiveUserForUpdate(trx, actor.actorId)
    if (!(await deleteOpenAddressChange(trx, actor.actorId))) return
    await insertAuditEntry(trx, accountEntry(actor.actorId, actor, 'address-change-dropped'))
  })
}

/**
 * Notes that one of the two addresses has confirmed; the second one changes the user's address. Sessions stay.
 *
 * @returns whether it has changed
 * @throws ApiError `link_gone`; `address_taken`, and then the link works again later
 */
export async function confirmAddress(
  { db, publisher }: { db: Database; publisher: EventPublisher },
  token: string,
  origin: RequestOrigin,
): Promise<boolean> {
  const change = await findChangeOfToken(db, token)
  if (change === null) throw new ApiError('link_gone')
  const { userId, oldEmail, newEmail } = change
  const isChanged = await db.transaction().execute(async (trx) => {
    // In one order, so that no two changes wait for each other.
    for (const email of [oldEmail, newEmail].toSorted()) await holdAddress(trx, email)
    const isActive = await holdActiveUserForUpdate(trx, userId)
    const isDone = isActive ? await confirmAddressChange(trx, token) : null
    if (isDone === null) throw new ApiError('link_gone')
    await insertAuditEntry(trx, accountEntry(userId, origin, 'address-confirmed'))
    if (!isDone) return false
    await freeAddress(trx, newEmail)
    await updateAddress(trx, userId, newEmail)
    await dropRegistrations(trx, newEmail, userId)
    await insertAuditEntry(trx, accountEntry(userId, origin, 'address-changed'))
    await insertJob(trx, 'mail-address-changed', { userId })
    return true
  })
  // Open pages show the address.
  if (isChanged) await publisher.publish('session:revoked', { userId, reason: 'rights' })
  return isChanged
}

/** A user of an early release who never confirmed it has not proven it. */
async function freeAddress(trx: DatabaseTransaction, email: string): Promise<void> {
  const owner = await findUserByEmail(trx, email)
  if (owner === null) return
  if (holdsAddress(owner)) throw new ApiError('address_taken')
  await eraseUser(trx, owner.id)
  await eraseDataOfUser(trx, owner.id)
}
