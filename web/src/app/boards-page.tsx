import { type ComponentProps, Suspense } from 'react'
import { LeaderboardPage } from '../features/leaderboard/leaderboard-page.tsx'
import { JoinCard } from '../features/leagues/join-card.tsx'
import { lazyExport } from '../lib/lazy-export.ts'
import { SkeletonBlocks } from '../ui/skeleton.tsx'

// Most visits are to boards of everyone.
const OwnBoard = lazyExport(() => import('../features/leagues/league-board.tsx'))

function LeagueBoard(props: ComponentProps<typeof OwnBoard>) {
  return (
    <Suspense fallback={<SkeletonBlocks count={10} height="48px" />}>
      <OwnBoard {...props} />
    </Suspense>
  )
}

/** Joins two features, which may not import each other. */
export function BoardsPage() {
  return <LeaderboardPage LeagueBoard={LeagueBoard} joinCard={<JoinCard />} />
}
