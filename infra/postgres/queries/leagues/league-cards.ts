import type { Picks } from '@called-it/shared/game/setlist'
import type { Database } from '../../client.ts'
import { LOCKS_AT, PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { withPicks } from '../predictions/predictions.ts'
import { countsForMember, isOfLeague } from './league-tables.ts'
import type { League } from './leagues.ts'

/** For members for whom the show counts, also if they do not show their picks; empty before picks are public. */
export async function listLeagueCards(
  db: Database,
  league: Pick<League, 'id' | 'tour' | 'countsFrom' | 'dropWorst'>,
  showId: number,
): Promise<{ userId: number; picks: Picks }[]> {
  const rows = await db
    .selectFrom('league_members as member')
    .innerJoin('predictions', 'predictions.user_id', 'member.user_id')
    .innerJoin('shows', 'shows.id', 'predictions.show_id')
    .select(['member.user_id as userId', 'predictions.picks'])
    .where('member.league_id', '=', league.id)
    .where('shows.id', '=', showId)
    .where(PICKS_ARE_PUBLIC)
    .where(isOfLeague({ league, week: null }))
    .where(countsForMember(league, LOCKS_AT))
    .orderBy('member.user_id')
    .execute()
  return rows.map(withPicks)
}
