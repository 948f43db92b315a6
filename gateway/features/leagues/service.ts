import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import type { LeagueLimits } from '@called-it/infra/postgres/queries/leagues/league-members'
import {
  countLeagues,
  findLeague,
  holdLeaguesForUpdate,
  insertLeague,
  type League,
  markLeagueDeleted,
} from '@called-it/infra/postgres/queries/leagues/leagues'
import { topics } from '@called-it/shared/contract/events'
import type { LeagueRole, leagueBody } from '@called-it/shared/contract/leagues'
import type { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { checkName } from '../../resources/blocked-names.ts'
import { getTour } from '../../resources/tour.ts'

export type LeagueParts = {
  readonly db: Database
  readonly publisher: EventPublisher
  readonly limits: LeagueLimits
}

export const MANAGERS: readonly LeagueRole[] = ['owner', 'co-owner']

/** @throws ApiError `league_not_found` for everybody but members, and for a deleted league */
export async function getLeagueOf(db: Database, leagueId: number, userId: number): Promise<League> {
  const league = await findLeague(db, leagueId, userId)
  if (!league || league.deleted_until !== null) throw new ApiError('league_not_found')
  return league
}

type Change = {
  readonly leagueId: number
  readonly userId: number
  /** A member whose rows are inserted, or whose leagues are counted. */
  readonly memberId?: number
  /** Who may change it; absent: every member. */
  readonly roles?: readonly LeagueRole[]
  /** Whether a deleted one can be changed, and by that restored. */
  readonly isDeleted?: true
}

/** @throws ApiError `league_not_found`, `not_allowed` */
export function changeLeague<R>(
  { db, publisher }: LeagueParts,
  { leagueId, userId, memberId, roles, isDeleted }: Change,
  change: (trx: DatabaseTransaction, league: League) => Promise<R>,
): Promise<R> {
  return changeAndPublish(db, publisher, async (trx, changed) => {
    if (memberId !== undefined) await holdUserForUpdate(trx, memberId)
    await holdLeaguesForUpdate(trx, [leagueId])
    const league = await findLeague(trx, leagueId, userId)
    if (!league || (league.deleted_until !== null && !isDeleted)) throw new ApiError('league_not_found')
    if (roles && !roles.includes(league.role)) throw new ApiError('not_allowed')
    changed.add(topics.league(leagueId))
    return change(trx, league)
  })
}

/** The same, and the league as it is then. */
export async function changeAndRead(
  parts: LeagueParts,
  given: Change,
  change: (trx: DatabaseTransaction, league: League) => Promise<unknown>,
): Promise<{ league: League }> {
  return changeLeague(parts, given, async (trx, league) => {
    await change(trx, league)
    return readLeague(trx, given)
  })
}

export async function readLeague(
  db: Database,
  { leagueId, userId }: Pick<Change, 'leagueId' | 'userId'>,
): Promise<{ league: League }> {
  const league = await findLeague(db, leagueId, userId)
  if (!league) throw new ApiError('league_not_found')
  return { league }
}

/** @throws ApiError `too_many_leagues`, `tour_not_found`, `invalid` */
export async function createLeague(
  { db, publisher, limits }: LeagueParts,
  userId: number,
  body: z.output<typeof leagueBody>,
): Promise<{ league: League }> {
  await checkFields(db, body)
  return changeAndPublish(db, publisher, async (trx, changed) => {
    if (!(await holdUserForUpdate(trx, userId))) throw new ApiError('not_logged_in')
    if ((await countLeagues(trx, userId)) >= limits.leagues) throw new ApiError('too_many_leagues')
    const leagueId = await insertLeague(trx, body, userId)
    changed.add(topics.league(leagueId))
    return readLeague(trx, { leagueId, userId })
  })
}

/**
 * Needs room in the leagues of its owner only: members may be in more than they could join.
 *
 * @throws ApiError `league_not_found`, `not_allowed`, `too_many_leagues`
 */
export async function restoreLeague(
  parts: LeagueParts,
  { leagueId, userId }: Pick<Change, 'leagueId' | 'userId'>,
): Promise<{ league: League }> {
  const given = { leagueId, userId, memberId: userId, roles: ['owner'], isDeleted: true } as const
  return changeAndRead(parts, given, async (trx, { deleted_until }) => {
    if (deleted_until === null) return
    if ((await countLeagues(trx, userId)) >= parts.limits.leagues) {
      throw new ApiError('too_many_leagues', { text: { id: 'error.restore-league' } })
    }
    await markLeagueDeleted(trx, leagueId, false)
  })
}

/** @throws ApiError `tour_not_found`, `invalid` */
export async function checkFields(
  db: Database,
  body: z.output<typeof leagueBody>,
  before?: League,
): Promise<void> {
  if (body.name !== before?.name) await checkName(db, body.name, 'name')
  if (body.tour_id !== null) await getTour(db, body.tour_id)
}
