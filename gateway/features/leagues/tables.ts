import type { Database } from '@called-it/infra/postgres/client'
import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import {
  countLeaguePicks,
  findLastLeagueShow,
  listLeagueCards,
  listLeagueMembers,
  listLeagueNights,
  listLeagueWeeks,
} from '@called-it/infra/postgres/queries/leagues/league-tables'
import type { League } from '@called-it/infra/postgres/queries/leagues/leagues'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { topics } from '@called-it/shared/contract/events'
import { type LeagueMovement, type LeaguePart, MIN_COUNTED } from '@called-it/shared/contract/leagues'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { leagueTable } from '@called-it/shared/game/leagues'
import { ApiError } from '../../http/errors.ts'
import { presentPicks } from '../../resources/picked-songs.ts'
import { getShow, getShowWithPublicPicks } from '../../resources/show.ts'
import { readSongNames } from '../../resources/song-names.ts'
import { getLeagueOf } from './service.ts'

type Reader = { readonly leagueId: number; readonly userId: number }

/** @throws ApiError `league_not_found` */
export function readLeaguePage(db: Database, { leagueId, userId }: Reader, part: LeaguePart) {
  return inSnapshot(db, async (trx) => {
    const league = await getLeagueOf(trx, leagueId, userId)
    return {
      league,
      table: await listLeagueMembers(trx, { league, part }),
      weeks: await listLeagueWeeks(trx, league),
      live: await listLeagueNights(trx, { league, part }),
      version: await getTopicVersion(trx, topics.league(leagueId)),
    }
  })
}

/**
 * @throws ApiError `league_not_found`, `show_not_found` also for a show of another tour, `show_cancelled`, `picks_open`
 */
export function readLeagueCards(
  db: Database,
  { leagueId, userId }: Reader,
  showId: number,
): Promise<{ cards: { user_id: number; picks: SetlistPicks }[] }> {
  return inSnapshot(db, async (trx) => {
    const league = await getLeagueOf(trx, leagueId, userId)
    const show = await getShowWithPublicPicks(trx, showId)
    requireShowOf(league, show)
    const cards = await listLeagueCards(trx, league, show.id)
    const names = await readSongNames(
      trx,
      cards.map(({ picks }) => picks),
    )
    return {
      cards: cards.map((card) => ({ user_id: card.userId, picks: presentPicks(card.picks, names) })),
    }
  })
}

function requireShowOf(league: League, show: Show): void {
  if (league.tour && league.tour.id !== show.tourId) throw new ApiError('show_not_found')
}

/** @throws ApiError `league_not_found`, `show_not_found` also for a show of another tour */
export function readLeaguePicked(
  db: Database,
  { leagueId, userId }: Reader,
  showId: number,
): Promise<{ members: number; picked: number | null }> {
  return inSnapshot(db, async (trx) => {
    const league = await getLeagueOf(trx, leagueId, userId)
    requireShowOf(league, await getShow(trx, showId))
    const { members } = league
    return { members, picked: members < MIN_COUNTED ? null : await countLeaguePicks(trx, leagueId, showId) }
  })
}

/** @throws ApiError `league_not_found` */
export function readLeagueMovement(
  db: Database,
  { leagueId, userId }: Reader,
): Promise<{ movement: LeagueMovement | null }> {
  return inSnapshot(db, async (trx) => {
    const league = await getLeagueOf(trx, leagueId, userId)
    const showId = await findLastLeagueShow(trx, league)
    if (showId === null) return { movement: null }
    const findOwn = async (except?: number) => {
      const members = await listLeagueMembers(trx, { league, ...(except !== undefined && { except }) })
      return leagueTable(members, league).find((row) => row.userId === userId)
    }
    const [before, after] = [await findOwn(showId), await findOwn()]
    if (!before || !after) return { movement: null }
    return {
      movement: {
        show_id: showId,
        before: before.member.shows === 0 ? null : before.rank,
        after: after.rank,
        members: league.members,
      },
    }
  })
}
