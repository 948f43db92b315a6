import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import {
  findLeagueRole,
  leaveLeagues,
  removeLeagueMember,
  updateLeagueMember,
} from '@called-it/infra/postgres/queries/leagues/league-members'
import { announceNewOwners } from '@called-it/infra/postgres/queries/leagues/league-news'
import type { League } from '@called-it/infra/postgres/queries/leagues/leagues'
import type { LeagueRole } from '@called-it/shared/contract/leagues'
import { ApiError } from '../../http/errors.ts'
import { changeAndRead, changeLeague, type LeagueParts, MANAGERS } from './service.ts'

type Member = { readonly leagueId: number; readonly memberId: number; readonly userId: number }

/** @throws ApiError `league_not_found`, `not_allowed` also for owner and co-owners, `user_not_found` */
export async function removeMember(
  parts: LeagueParts,
  { leagueId, memberId, userId }: Member,
): Promise<{ league: League }> {
  const read = await changeAndRead(parts, { leagueId, userId, memberId, roles: MANAGERS }, async (trx) => {
    if ((await getRole(trx, leagueId, memberId)) !== 'member') throw new ApiError('not_allowed')
    await removeLeagueMember(trx, leagueId, memberId)
  })
  await parts.publisher.publish('league:left', { leagueId, userIds: [memberId] })
  return read
}

/**
 * An owner who makes another member owner becomes co-owner.
 *
 * @throws ApiError `league_not_found`, `not_allowed` also for the own role, `user_not_found`
 */
export function changeRole(
  parts: LeagueParts,
  { leagueId, memberId, userId }: Member,
  role: LeagueRole,
): Promise<{ league: League }> {
  return changeAndRead(parts, { leagueId, userId, roles: ['owner'] }, async (trx) => {
    await getRole(trx, leagueId, memberId)
    if (memberId === userId) throw new ApiError('not_allowed')
    // First, since a league has one owner.
    if (role === 'owner') await updateLeagueMember(trx, leagueId, userId, { role: 'co-owner' })
    await updateLeagueMember(trx, leagueId, memberId, { role })
    if (role === 'owner') await announceNewOwners(trx, [{ leagueId, userId: memberId }])
  })
}

async function getRole(trx: DatabaseTransaction, leagueId: number, memberId: number): Promise<LeagueRole> {
  const role = await findLeagueRole(trx, leagueId, memberId)
  if (role === null) throw new ApiError('user_not_found')
  return role
}

/** @throws ApiError `league_not_found` */
export async function leave(
  parts: LeagueParts,
  { leagueId, userId }: Omit<Member, 'memberId'>,
): Promise<{ left: true }> {
  await changeLeague(parts, { leagueId, userId }, (trx) => leaveLeagues(trx, userId, [leagueId]))
  await parts.publisher.publish('league:left', { leagueId, userIds: [userId] })
  return { left: true }
}
