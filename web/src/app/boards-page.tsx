import { useState } from 'react'
import { LeaderboardPage } from '../features/leaderboard/leaderboard-page.tsx'
import { useCurrentUser } from '../lib/account/session.ts'
import { useLazyModule } from '../lib/lazy-module.ts'
import { leagueParts } from './league-parts.ts'

/**
 * Joins two features, which may not import each other. Without the code of leagues the page is as for a visitor, who does
 * without it.
 */
export function BoardsPage() {
  const { user, isPending } = useCurrentUser()
  const [hasFailed, setHasFailed] = useState(false)
  const parts = useLazyModule(leagueParts, Boolean(user), () => setHasFailed(true))
  if (!user || hasFailed) return <LeaderboardPage leagues={isPending ? undefined : []} parts={null} />
  if (!parts) return <LeaderboardPage leagues={undefined} parts={null} />
  return (
    <parts.OwnLeagues>{(leagues) => <LeaderboardPage leagues={leagues} parts={parts} />}</parts.OwnLeagues>
  )
}
