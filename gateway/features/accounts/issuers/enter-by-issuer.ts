import { randomInt } from 'node:crypto'
import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  findExternalAccountUser,
  insertExternalAccount,
  noteExternalLogin,
} from '@called-it/infra/postgres/queries/accounts/external-accounts'
import {
  findPasswordHash,
  findUserByEmail,
  findUserById,
  holdUserForUpdate,
  type User,
} from '@called-it/infra/postgres/queries/accounts/users'
import { displayName } from '@called-it/shared/contract/display-name'
import { email } from '@called-it/shared/contract/entered-fields'
import type { RequestOrigin } from '../../../auth/actor.ts'
import type { Claims, Identity } from '../../../auth/issuers.ts'
import type { RateLimits } from '../../../auth/rate-limits.ts'
import { suspendedError } from '../../../auth/suspended-error.ts'
import type { GatewayConfig } from '../../../config.ts'
import { ApiError } from '../../../http/errors.ts'
import { checkName } from '../../../resources/blocked-names.ts'
import { checkRegistration } from '../../../resources/registration-gate.ts'
import { accountEntry } from '../audit-entries.ts'
import { enterByAddress } from '../enter-by-address.ts'

type Parts = {
  readonly db: Database
  readonly publisher: EventPublisher
  readonly config: Pick<GatewayConfig, 'leagues' | 'registration'>
  readonly limits: RateLimits
}

type Visit = {
  readonly origin: RequestOrigin
  readonly invitation: string | null
  readonly language: string
}

type Entered = { readonly user: User; readonly passwordHash: string | null; readonly isNew: boolean }

/**
 * The user of an account at an issuer. One that is not connected yet is, by its verified address, to the account of that
 * address, which is made where there is none.
 *
 * @throws ApiError `issuer_address_unverified`, `suspended`, and what `checkRegistration` throws
 */
export async function enterByIssuer(parts: Parts, identity: Identity, visit: Visit): Promise<Entered> {
  const userId = await findExternalAccountUser(parts.db, identity)
  return userId === null ? connect(parts, identity, visit) : enter(parts, identity, userId)
}

function enter({ db }: Parts, identity: Identity, userId: number): Promise<Entered> {
  return db.transaction().execute(async (trx) => {
    const isThere = await holdUserForUpdate(trx, userId)
    const user = await findUserById(trx, userId)
    if (!isThere || !user || !(await noteExternalLogin(trx, userId, identity))) {
      throw new ApiError('issuer_refused')
    }
    if (user.suspendedAt !== null) throw await suspendedError(trx, userId)
    return { user, passwordHash: await findPasswordHash(trx, userId), isNew: false }
  })
}

async function connect(
  parts: Parts,
  identity: Identity,
  { origin, invitation, language }: Visit,
): Promise<Entered> {
  const { db, publisher, config } = parts
  const claims = await identity.listClaims()
  const address = verifiedAddressOf(claims)
  if (address === null) throw new ApiError('issuer_address_unverified')
  const newcomer = { email: address, displayName: await nameOf(db, claims), invitation, language }
  return changeAndPublish(db, publisher, async (trx, changed) => {
    const isNew = (await findUserByEmail(trx, address)) === null
    const gate = { invitation, address: origin.address ?? '' }
    const userId = await enterByAddress(
      trx,
      changed,
      {
        leagueLimits: config.leagues,
        origin,
        checkRegistration: () => checkRegistration({ ...parts, db: trx }, gate),
      },
      newcomer,
    )
    await insertExternalAccount(trx, userId, identity)
    const entry = accountEntry(userId, origin, 'issuer-connected')
    await insertAuditEntry(trx, { ...entry, details: { issuer: identity.issuer } })
    const user = await findUserById(trx, userId)
    if (!user) throw new Error('a user that is held is gone')
    return { user, passwordHash: await findPasswordHash(trx, userId), isNew }
  })
}

function verifiedAddressOf(claims: readonly Claims[]): string | null {
  const verified = claims.filter((source) => source.email_verified === true)
  return verified.map((source) => email.safeParse(source.email).data).find((found) => found) ?? null
}

/** The full name comes last: everybody sees the name on boards. */
const NAME_CLAIMS = ['nickname', 'preferred_username', 'name']

async function nameOf(db: Database, claims: readonly Claims[]): Promise<string> {
  const given = NAME_CLAIMS.flatMap((claim) =>
    claims.map((source) => displayName.safeParse(source[claim]).data),
  )
  for (const name of given) if (name && (await isFit(db, name))) return name
  return `Fan ${randomInt(1_000, 10_000)}`
}

/** Some issuers have the mail address in place of a name. */
async function isFit(db: Database, name: string): Promise<boolean> {
  if (name.includes('@')) return false
  try {
    await checkName(db, name, 'display_name')
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
