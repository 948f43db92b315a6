import type { Database } from '@called-it/infra/postgres/client'
import { findSuspension } from '@called-it/infra/postgres/queries/moderation/moderation'
import { worded } from '@called-it/shared/languages/translate'
import { ApiError } from '../http/errors.ts'

/** With the reason that an admin gave. Only for who has proven to be the user. */
export async function suspendedError(db: Database, userId: number): Promise<ApiError> {
  const suspension = await findSuspension(db, userId)
  return new ApiError(
    'suspended',
    suspension ? { text: worded('error.suspended-why', { reason: suspension.reason }) } : {},
  )
}
