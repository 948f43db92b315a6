import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { CONFIRMED_MINUTES } from '@called-it/shared/contract/accounts'
import { ApiError } from '../http/errors.ts'
import type { KnownSession } from '../http/handler.ts'
import { actorOf } from './actor.ts'
import { checkPassword, type PasswordCheckParts } from './current-password.ts'

/**
 * By the database's clock, on which all gateways agree.
 *
 * @throws ApiError `not_logged_in`, `reauthentication_required`
 */
export async function requireFreshLogin(db: Database, session: KnownSession | null): Promise<void> {
  if (session === null) throw new ApiError('not_logged_in')
  const now = await getDatabaseTime(db)
  if (now.getTime() - session.confirmedAt > CONFIRMED_MINUTES * 60_000) {
    throw new ApiError('reauthentication_required')
  }
}

type OwnersRequest = {
  readonly user: User
  readonly session: { readonly known: KnownSession | null }
  readonly address: string
  readonly requestId: string
}

/**
 * The same for an endpoint to which pages of 0.14.0 send the password itself.
 *
 * @throws ApiError `wrong_password`, `too_many_requests` too
 */
export async function requireOwner(
  parts: PasswordCheckParts,
  request: OwnersRequest,
  password: string | undefined,
): Promise<void> {
  const { user, session } = request
  if (password === undefined) await requireFreshLogin(parts.db, session.known)
  else await checkPassword(parts, user, actorOf(request), password, session.known)
}
