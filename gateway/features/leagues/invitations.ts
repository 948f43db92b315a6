import { changeAndPublish } from '@called-it/infra/live/change'
import {
  findInvitedLeague,
  joinLeague,
  type InvitedLeague as StoredLeague,
} from '@called-it/infra/postgres/queries/leagues/joining'
import { type InvitedLeague, LEAGUE_CODE, type League } from '@called-it/shared/contract/leagues'
import { topics } from '@called-it/shared/contract/live'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import { type LeagueParts, readLeague } from './service.ts'

type InvitationParts = LeagueParts & { readonly rateLimits: RateLimits }
type Guest<UserId> = { readonly invitation: string; readonly userId: UserId; readonly address: string }

/** @throws ApiError `invitation_not_found`, `too_many_requests` */
async function findInvited(
  { db, rateLimits }: InvitationParts,
  { invitation, userId, address }: Guest<number | null>,
): Promise<StoredLeague> {
  const client = { account: userId, address }
  const isCode = LEAGUE_CODE.test(invitation)
  // Counted before it is looked up, so that concurrent guesses count too.
  if (isCode) await rateLimits.count('invitation-code', client)
  const league = await findInvitedLeague(db, invitation, userId)
  if (!league) throw new ApiError('invitation_not_found')
  if (isCode) await rateLimits.refund('invitation-code', client)
  return league
}

/** @throws ApiError `invitation_not_found`, `too_many_requests` */
export async function readInvitation(
  parts: InvitationParts,
  guest: Guest<number | null>,
): Promise<InvitedLeague> {
  const { id, name, members, isMember } = await findInvited(parts, guest)
  return { name, members, is_full: members >= parts.limits.members, league_id: isMember ? id : null }
}

/** @throws ApiError `invitation_not_found`, `league_full`, `too_many_leagues`, `too_many_requests` */
export async function acceptInvitation(
  parts: InvitationParts,
  guest: Guest<number>,
): Promise<{ league: League }> {
  const { db, publisher, limits } = parts
  const { invitation, userId } = guest
  await findInvited(parts, guest)
  return changeAndPublish(db, publisher, async (trx, changed) => {
    const joined = await joinLeague(trx, { invitation, userId, limits })
    if ('refusal' in joined) throw new ApiError(joined.refusal)
    if (joined.hasJoined) changed.add(topics.league(joined.leagueId))
    return readLeague(trx, { leagueId: joined.leagueId, userId })
  })
}
