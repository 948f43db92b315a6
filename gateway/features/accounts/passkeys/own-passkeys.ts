import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
} from '@called-it/infra/postgres/queries/accounts/passkeys'
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
} from '@called-it/infra/postgres/queries/accounts/recovery-codes'
import { noteConfirmation } from '@called-it/infra/postgres/queries/accounts/sessions'
import { holdUserForUpdate, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import type { RegisteredPasskey } from '@called-it/infra/postgres/schema/accounts'
import { MAX_PASSKEYS, type OwnPasskeys } from '@called-it/shared/contract/passkeys'
import { PRODUCT } from '@called-it/shared/contract/site'
import type { Actor } from '../../../auth/actor.ts'
import type { DeviceNames } from '../../../auth/device-names.ts'
import { ApiError } from '../../../http/errors.ts'
import type { KnownSession, Serializable } from '../../../http/handler.ts'

/** For a passkey that is made in this browser. */
export function suggestName({ browser, system }: DeviceNames): string {
  return [browser, system].filter((name) => name !== null).join(', ') || PRODUCT
}

export async function readOwnPasskeys(
  db: Database,
  userId: number,
  device: DeviceNames,
): Promise<Serializable<OwnPasskeys>> {
  const [passkeys, codes] = [await listPasskeys(db, userId), await countRecoveryCodes(db, userId)]
  return {
    passkeys,
    recovery_codes: codes,
    suggested_name: suggestName(device),
  }
}

/**
 * Where rights rest, a passkey wakes them: who has the password alone must not add one beside the owner's, or in its place.
 *
 * @throws ApiError `rights_rest`
 */
export async function refuseWhileResting(db: Database, user: User): Promise<void> {
  if (user.resting && (await listPasskeys(db, user.id)).length > 0) throw new ApiError('rights_rest')
}

/**
 * The session counts as one that has used a passkey: its authenticator has just verified the user.
 *
 * @returns recovery codes where none were left
 * @throws ApiError `not_logged_in` if the session ended meanwhile, `too_many_passkeys`, `passkey_refused`
 */
export function addPasskey(
  db: Database,
  actor: Actor,
  { sessionId }: KnownSession,
  { host, passkey }: { host: string; passkey: RegisteredPasskey },
): Promise<string[]> {
  const userId = actor.actorId
  return db.transaction().execute(async (trx) => {
    const isAlive = await noteConfirmation(trx, { sessionId, userId, byPasskey: true })
    if (!isAlive) throw new ApiError('not_logged_in')
    if ((await listPasskeys(trx, userId)).length >= MAX_PASSKEYS) throw new ApiError('too_many_passkeys')
    if (!(await insertPasskey(trx, { userId, host, passkey }))) throw new ApiError('passkey_refused')
    await noteChange(trx, actor, 'passkey:added', passkey.name)
    await insertJob(trx, 'mail-passkey-added', { userId })
    return (await countRecoveryCodes(trx, userId)) === 0 ? replaceRecoveryCodes(trx, userId) : []
  })
}

/** @throws ApiError `passkey_not_found` */
export function removePasskey(db: Database, actor: Actor, passkeyId: string): Promise<void> {
  const userId = actor.actorId
  return db.transaction().execute(async (trx) => {
    await holdUserForUpdate(trx, userId)
    const name = await deletePasskey(trx, userId, passkeyId)
    if (name === null) throw new ApiError('passkey_not_found')
    await noteChange(trx, actor, 'passkey:removed', name)
    await insertJob(trx, 'mail-passkey-removed', { userId })
  })
}

/** @throws ApiError `passkey_not_found` for who has none */
export function renewRecoveryCodes(db: Database, actor: Actor): Promise<string[]> {
  const userId = actor.actorId
  return db.transaction().execute(async (trx) => {
    await holdUserForUpdate(trx, userId)
    if ((await listPasskeys(trx, userId)).length === 0) throw new ApiError('passkey_not_found')
    await noteChange(trx, actor, 'recovery-codes:made')
    return replaceRecoveryCodes(trx, userId)
  })
}

function noteChange(db: Database, actor: Actor, action: string, name?: string): Promise<void> {
  const details = name === undefined ? {} : { name }
  return insertAuditEntry(db, { ...actor, action, subject: userSubject(actor.actorId), details })
}
