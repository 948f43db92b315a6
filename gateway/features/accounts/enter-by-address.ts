import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { deleteEarlierAccess } from '@called-it/infra/postgres/queries/accounts/earlier-access'
import { insertConfirmedUser } from '@called-it/infra/postgres/queries/accounts/new-users'
import { dropRegistrations, holdAddress } from '@called-it/infra/postgres/queries/accounts/registrations'
import {
  findUserByEmail,
  holdUserForUpdate,
  updateEmailVerified,
} from '@called-it/infra/postgres/queries/accounts/users'
import { joinLeague, type LeagueLimits } from '@called-it/infra/postgres/queries/leagues/league-members'
import { topics } from '@called-it/shared/contract/events'
import type { RequestOrigin } from '../../auth/actor.ts'
import { suspendedError } from '../../auth/suspended-error.ts'
import { ApiError } from '../../http/errors.ts'
import { accountEntry } from './audit-entries.ts'

export type Newcomer = {
  /** Proven by other means than a registration's own link. */
  readonly email: string
  /** Null where it is not known yet. */
  readonly displayName: string | null
  readonly invitation: string | null
  readonly language: string | null
}

type Parts = {
  leagueLimits: LeagueLimits
  origin: RequestOrigin
  /** Throws where nobody new may sign up. */
  checkRegistration: () => Promise<void>
}

/**
 * The user of a proven address, held; makes the account where there is none. Who registered the address before has
 * not proven it: what gave access until now is deleted.
 *
 * @throws ApiError `name_needed` for a new fan without a name; what `checkRegistration` throws; `suspended`
 */
export async function enterByAddress(
  trx: DatabaseTransaction,
  changed: Set<string>,
  { leagueLimits, origin, checkRegistration }: Parts,
  { email, displayName, invitation, language }: Newcomer,
): Promise<number> {
  await holdAddress(trx, email)
  const known = await findUserByEmail(trx, email)
  if (known) {
    await holdUserForUpdate(trx, known.id)
    if (known.suspendedAt !== null) throw await suspendedError(trx, known.id)
    if (known.emailVerifiedAt !== null) return known.id
    await deleteEarlierAccess(trx, known.id)
    await updateEmailVerified(trx, known.id)
    await dropRegistrations(trx, email, known.id)
    await insertAuditEntry(trx, accountEntry(known.id, origin, 'verified'))
    return known.id
  }
  await checkRegistration()
  if (displayName === null) throw new ApiError('name_needed')
  const account = { email, displayName, passwordHash: null, language }
  const userId = await insertConfirmedUser(trx, account)
  // The address is held.
  if (userId === null) throw new Error('the address has got a user meanwhile')
  await dropRegistrations(trx, email, userId)
  await insertAuditEntry(trx, accountEntry(userId, origin, 'verified'))
  if (invitation !== null) {
    const joined = await joinLeague(trx, { invitation, userId, limits: leagueLimits })
    if ('leagueId' in joined) changed.add(topics.league(joined.leagueId))
  }
  return userId
}
