import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import {
  listLeagueCards,
  listLeagueMembers,
  listLeagueNights,
  listLeagueWeeks,
} from '@called-it/infra/postgres/queries/leagues/league-tables'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { topics } from '@called-it/shared/contract/events'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { ApiError } from '../../http/errors.ts'
import { presentPicks } from '../../resources/picked-songs.ts'
import { getShowWithPublicPicks } from '../../resources/show.ts'
import { readSongNames } from '../../resources/song-names.ts'
import { getLeagueOf } from './service.ts'

type Reader = { readonly leagueId: number; readonly userId: number }

/** @throws ApiError `league_not_found` */
export function readLeaguePage(db: Database, { leagueId, userId }: Reader, week: string | null) {
  return inSnapshot(db, async (trx) => {
    const league = await getLeagueOf(trx, leagueId, userId)
    return {
      league,
      table: await listLeagueMembers(trx, { league, week }),
      weeks: await listLeagueWeeks(trx, league),
      live: await listLeagueNights(trx, { league, week }),
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
    if (league.tour && league.tour.id !== show.tourId) throw new ApiError('show_not_found')
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
