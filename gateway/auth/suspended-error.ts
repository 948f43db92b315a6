import type { Database } from '@called-it/infra/postgres/client'
import { findSuspensionReason } from '@called-it/infra/postgres/queries/moderation/suspensions'
import { ERRORS } from '@called-it/shared/contract/errors'
import { ApiError } from '../http/errors.ts'

/** With the reason that an admin gave. Only for who has entered the right password. */
export async function suspendedError(db: Database, userId: number): Promise<ApiError> {
  const reason = await findSuspensionReason(db, userId)
  return new ApiError(
    'suspended',
    reason === null ? {} : { message: `${ERRORS.suspended.message} ${reason}` },
  )
}
