import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import {
  insertAuditEntry,
  registrationSubject,
  userSubject,
} from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  consumeToken,
  findTokenUser,
  getWhyNotConsumed,
  type TokenPurpose,
  voidTokens,
} from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { insertConfirmedUser } from '@called-it/infra/postgres/queries/accounts/new-users'
import { insertPasskey } from '@called-it/infra/postgres/queries/accounts/passkeys'
import {
  countRegistrations,
  dropRegistrations,
  findRegistrationByToken,
  holdAddress,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import {
  findPasswordHash,
  findUserById,
  updateEmailVerified,
} from '@called-it/infra/postgres/queries/accounts/users'
import { joinLeague, type LeagueLimits } from '@called-it/infra/postgres/queries/leagues/league-members'
import type { RegisteredPasskey } from '@called-it/infra/postgres/schema/accounts'
import { topics } from '@called-it/shared/contract/events'
import type { RequestOrigin } from '../../auth/actor.ts'
import { failedLoginEntry } from '../../auth/current-password.ts'
import type { Passkeys } from '../../auth/passkeys.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import { accountEntry } from './audit-entries.ts'

type Parts = {
  db: Database
  publisher: EventPublisher
  limits: RateLimits
  passwords: Passwords
  passkeys: Pick<Passkeys, 'host'>
  leagueLimits: LeagueLimits
}

/** The address that a verification link was mailed to, and what was chosen with its registration. */
type Claim = {
  readonly email: string
  readonly passwordHash: string | null
  readonly passkey: RegisteredPasskey | null
  readonly invitation: string | null
  readonly showId: number | null
  /** The subject of its audit entries. */
  readonly subject: string
}

/**
 * Makes the account of a mailed link, a member of the league that it was invited to if that takes it. Where an address
 * was registered more than once, anybody may have chosen the password or made the passkey that the link would make
 * valid, so it needs that password; a passkey cannot be asked for.
 *
 * @returns the show that it was registered for, and whether the password is needed first; then nothing has changed
 * @throws ApiError `token_expired`, `token_used`; `invalid_token` for one that was never issued;
 *   `wrong_registration_password`, `link_needed`, `too_many_requests`
 */
export async function verifyEmail(
  parts: Parts,
  token: string,
  origin: RequestOrigin,
  password?: string,
): Promise<{ passwordNeeded: boolean; showId: number | null }> {
  const { db, publisher, passkeys, leagueLimits: limits } = parts
  const claim = await findClaim(db, token)
  if (password !== undefined) await checkClaim(parts, claim, origin, password)
  return changeAndPublish(db, publisher, async (trx, changed) => {
    await holdAddress(trx, claim.email)
    const isOneOfSeveral = (await countRegistrations(trx, claim.email)) > 1
    const { showId } = claim
    if (isOneOfSeveral && claim.passkey) throw new ApiError('link_needed')
    if (password === undefined && isOneOfSeveral) return { passwordNeeded: true, showId }
    const confirmed = await confirmRegistration(trx, 'verify-email', token, {
      letsBrowserIn: !isOneOfSeveral,
    })
    const userId = confirmed ?? (await confirmUser(trx, token))
    if (confirmed !== null && claim.passkey)
      await insertPasskey(trx, { userId, host: passkeys.host, passkey: claim.passkey })
    await insertAuditEntry(trx, accountEntry(userId, origin, 'verified'))
    if (claim.invitation !== null) {
      const joined = await joinLeague(trx, { invitation: claim.invitation, userId, limits })
      if ('leagueId' in joined) changed.add(topics.league(joined.leagueId))
    }
    return { passwordNeeded: false, showId }
  })
}

async function findClaim(db: Database, token: string): Promise<Claim> {
  const found = await findRegistrationByToken(db, 'verify-email', token)
  if (found && !found.isOpen) throw new ApiError('token_expired')
  if (found) return { ...found.registration, subject: registrationSubject(found.registration.id) }
  const userId = await findTokenUser(db, 'verify-email', token)
  const user = userId === null ? null : await findUserById(db, userId)
  if (!user || user.email === null) throw await refusalOf(db, token)
  const passwordHash = await findPasswordHash(db, user.id)
  const subject = userSubject(user.id)
  return { email: user.email, passwordHash, passkey: null, invitation: null, showId: null, subject }
}

async function checkClaim(
  { db, limits, passwords }: Pick<Parts, 'db' | 'limits' | 'passwords'>,
  { email, passwordHash, subject }: Claim,
  origin: RequestOrigin,
  password: string,
): Promise<void> {
  const client = { account: email, address: origin.address ?? '' }
  await limits.count('login', client)
  if (!(await passwords.matches(passwordHash, password))) {
    await insertAuditEntry(db, failedLoginEntry(subject, origin, 'wrong password of a registration'))
    throw new ApiError('wrong_registration_password')
  }
  await limits.forgive('login', client)
}

/**
 * Makes the account of a registration and drops the others of its address, which must be locked.
 *
 * @param passwordHash replaces the one that was chosen with the registration
 * @param letsBrowserIn the browser that registered may log in
 * @returns the new user; null for a token that is not open or not a registration's
 */
async function confirmRegistration(
  trx: DatabaseTransaction,
  purpose: TokenPurpose,
  token: string,
  { passwordHash, letsBrowserIn = false }: { passwordHash?: string; letsBrowserIn?: boolean },
): Promise<number | null> {
  const found = await findRegistrationByToken(trx, purpose, token)
  if (!found?.isOpen) return null
  const { registration } = found
  const userId = await insertConfirmedUser(trx, {
    ...registration,
    passwordHash: passwordHash ?? registration.passwordHash,
  })
  if (userId === null) throw new ApiError('token_used')
  await dropRegistrations(trx, registration.email, userId, {
    registrationId: registration.id,
    token,
    letsBrowserIn,
  })
  return userId
}

/** For users of releases that had no registrations. */
async function confirmUser(trx: DatabaseTransaction, token: string): Promise<number> {
  const use = await consumeToken(trx, 'verify-email', token)
  if (use.outcome !== 'consumed') throw await refusalOf(trx, token)
  await updateEmailVerified(trx, use.userId)
  await dropRegistrationsOf(trx, use.userId)
  return use.userId
}

async function dropRegistrationsOf(trx: DatabaseTransaction, userId: number): Promise<void> {
  const user = await findUserById(trx, userId)
  if (user && user.email !== null) await dropRegistrations(trx, user.email, userId)
}

async function refusalOf(db: Database, token: string): Promise<ApiError> {
  const why = await getWhyNotConsumed(db, 'verify-email', token)
  return new ApiError(why === 'unknown' ? 'invalid_token' : `token_${why}`)
}

type ResetOwner = { readonly email: string; readonly displayName: string }

/** Whose password a reset token could set now; null without one. Only {@link consumeResetToken} decides. */
export async function findResetOwner(db: Database, token: string): Promise<ResetOwner | null> {
  const userId = await findTokenUser(db, 'reset-password', token)
  if (userId === null) {
    const found = await findRegistrationByToken(db, 'reset-password', token)
    return found?.isOpen ? found.registration : null
  }
  const user = await findUserById(db, userId)
  return user && user.email !== null ? { email: user.email, displayName: user.displayName } : null
}

/**
 * The mailed token proves the address, so this also confirms it, and makes the account where there is none yet.
 *
 * @returns the user
 * @throws ApiError `invalid_token`
 */
export async function consumeResetToken(
  trx: DatabaseTransaction,
  token: string,
  passwordHash: string,
): Promise<number> {
  const use = await consumeToken(trx, 'reset-password', token)
  if (use.outcome === 'consumed') {
    await voidTokens(trx, use.userId, 'reset-password')
    await updateEmailVerified(trx, use.userId)
    await dropRegistrationsOf(trx, use.userId)
    return use.userId
  }
  const found = await findRegistrationByToken(trx, 'reset-password', token)
  if (found) await holdAddress(trx, found.registration.email)
  const userId = await confirmRegistration(trx, 'reset-password', token, { passwordHash })
  if (userId === null) throw new ApiError('invalid_token')
  return userId
}
