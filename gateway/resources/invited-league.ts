import type { Database } from '@called-it/infra/postgres/client'
import {
  findInvitedLeague,
  type InvitedLeague,
} from '@called-it/infra/postgres/queries/leagues/league-members'
import { LEAGUE_CODE } from '@called-it/shared/contract/leagues'
import type { RateLimits } from '../auth/rate-limits.ts'

type Guest = {
  readonly invitation: string
  /** Null for a visitor. */
  readonly userId: number | null
  readonly address: string
}

/**
 * The league of a token or a code. Codes that are none are counted.
 *
 * @throws ApiError `too_many_requests`
 */
export async function findInvited(
  { db, rateLimits }: { readonly db: Database; readonly rateLimits: RateLimits },
  { invitation, userId, address }: Guest,
): Promise<InvitedLeague | null> {
  const client = { account: userId, address }
  const isCode = LEAGUE_CODE.test(invitation)
  // Counted before it is looked up, so that concurrent guesses count too.
  if (isCode) await rateLimits.count('invitation-code', client)
  const league = await findInvitedLeague(db, invitation, userId)
  if (league && isCode) await rateLimits.refund('invitation-code', client)
  return league
}
