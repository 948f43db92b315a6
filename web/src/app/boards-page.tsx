import { LeaderboardPage } from '../features/leaderboard/leaderboard-page.tsx'
import { JoinCard } from '../features/leagues/join-card.tsx'
import { LeagueBoard } from '../features/leagues/league-board.tsx'

/** Joins two features, which may not import each other. */
export function BoardsPage() {
  return <LeaderboardPage LeagueBoard={LeagueBoard} joinCard={<JoinCard />} />
}
