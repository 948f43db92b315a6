import { changeAndPublish } from '@called-it/infra/events/change'
import {
  joinLeague,
  type InvitedLeague as StoredLeague,
} from '@called-it/infra/postgres/queries/leagues/league-members'
import type { League } from '@called-it/infra/postgres/queries/leagues/leagues'
import { topics } from '@called-it/shared/contract/events'
import type { InvitedLeague } from '@called-it/shared/contract/leagues'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import { findInvited } from '../../resources/invited-league.ts'
import { type LeagueParts, readLeague } from './service.ts'

type InvitationParts = LeagueParts & { readonly rateLimits: RateLimits }
type Guest<UserId> = { readonly invitation: string; readonly userId: UserId; readonly address: string }

/** @throws ApiError `invitation_not_found`, `too_many_requests` */
async function getInvited(parts: InvitationParts, guest: Guest<number | null>): Promise<StoredLeague> {
  const league = await findInvited(parts, guest)
  if (!league) throw new ApiError('invitation_not_found')
  return league
}

/** @throws ApiError `invitation_not_found`, `too_many_requests` */
export async function readInvitation(
  parts: InvitationParts,
  guest: Guest<number | null>,
): Promise<InvitedLeague> {
  const { id, name, members, isMember } = await getInvited(parts, guest)
  return { name, members, is_full: members >= parts.limits.members, league_id: isMember ? id : null }
}

/** @throws ApiError `invitation_not_found`, `league_full`, `too_many_leagues`, `too_many_requests` */
export async function acceptInvitation(
  parts: InvitationParts,
  guest: Guest<number>,
): Promise<{ league: League }> {
  const { db, publisher, limits } = parts
  const { invitation, userId } = guest
  await getInvited(parts, guest)
  return changeAndPublish(db, publisher, async (trx, changed) => {
    const joined = await joinLeague(trx, { invitation, userId, limits })
    if ('refusal' in joined) throw new ApiError(joined.refusal)
    if (joined.hasJoined) changed.add(topics.league(joined.leagueId))
    return readLeague(trx, { leagueId: joined.leagueId, userId })
  })
}
