import type { Database } from '@called-it/infra/postgres/client'
import { getRegistration } from '@called-it/infra/postgres/queries/work/settings'
import type { RegistrationMode } from '@called-it/shared/contract/site'
import type { RateLimits } from '../auth/rate-limits.ts'
import type { GatewayConfig } from '../config.ts'
import { ApiError } from '../http/errors.ts'
import { findInvited } from './invited-league.ts'

type GateParts = {
  readonly db: Database
  readonly limits: RateLimits
  readonly config: Pick<GatewayConfig, 'registration'>
}

/** Who may sign up: what the environment says, else an admin, else everybody. */
export function modeOf(
  { registration }: Pick<GatewayConfig, 'registration'>,
  chosen: RegistrationMode | null,
): RegistrationMode {
  return registration ?? chosen ?? 'open'
}

/**
 * Call it before a new account is made, in whatever way.
 *
 * @param invitation the code of the admins' link, or a league's invitation
 * @throws ApiError `registration_closed`, `invitation_needed`, `too_many_requests`
 */
export async function checkRegistration(
  parts: GateParts,
  { invitation, address }: { invitation: string | null; address: string },
): Promise<void> {
  const { mode: chosen, code } = await getRegistration(parts.db)
  const mode = modeOf(parts.config, chosen)
  if (mode === 'open') return
  if (mode === 'closed') throw new ApiError('registration_closed')
  if (invitation === null) throw new ApiError('invitation_needed')
  if (invitation === code) return
  const league = await findInvited(
    { db: parts.db, rateLimits: parts.limits },
    { invitation, userId: null, address },
  )
  if (league === null) throw new ApiError('invitation_needed')
}
