import type { Show } from '@called-it/shared/contract/shows'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFirstPick } from '../../../lib/account/first-pick.ts'
import { leaguesQuery, useOwnLeagues } from '../../../lib/leagues/league-queries.ts'
import { liveShowQuery } from '../../../lib/live/use-live-show.ts'
import { boardQuery } from '../../../lib/shows/boards.ts'
import { openersQuery } from '../../../lib/shows/openers.ts'
import type { HomePhase } from '../../../lib/shows/phase-of-home.ts'
import { recentShowsQuery } from '../../../lib/shows/show-queries.ts'
import { crowdQuery } from '../../../lib/shows/use-crowd.ts'
import { FirstQuestion } from '../../../ui/first-question.tsx'
import { StartSwitch } from '../builder/start-switch.tsx'
import { DarkStageCard } from './dark-stage-card.tsx'
import { LeagueRow } from './league-row.tsx'
import { LiveCard } from './live-card.tsx'
import { LobbyCard } from './lobby-card.tsx'
import { MorningCard } from './morning-card.tsx'
import styles from './phase-stage.module.css'
import { PickedCard } from './picked-card.tsx'
import { PickingCard } from './picking-card.tsx'

/** What the card shows at first: it is read before, so that nothing moves below it. */
export async function readForPhase(
  queryClient: QueryClient,
  phase: HomePhase,
  isFan: boolean,
): Promise<void> {
  const { name, show } = phase
  const last = queryClient.getQueryData(recentShowsQuery.queryKey)?.find(({ is_scored }) => is_scored)
  await Promise.all([
    isFan && queryClient.prefetchQuery(leaguesQuery),
    (name === 'live' || name === 'morning') && queryClient.prefetchQuery(liveShowQuery(show.id)),
    name === 'picking' && queryClient.prefetchQuery(openersQuery(show.id)),
    name === 'nothing' && last?.tour_id && queryClient.prefetchQuery(boardQuery(last.tour_id)),
    name === 'lobby' && !show.is_open && queryClient.prefetchQuery(crowdQuery(show.id)),
  ])
}

type HomePhaseProps = {
  phase: HomePhase
  /** The show in the builder. */
  selectedShowId: number | null
}

/** What home is about, first on the page. Beside the builder it has no primary action, but for the show in it. */
export function PhaseCard({ phase, selectedShowId }: HomePhaseProps) {
  const league = useOwnLeagues()?.[0]
  return (
    <>
      <Stage phase={phase} selectedShowId={selectedShowId} />
      {league && <LeagueRow league={league} phase={phase} />}
      {phase.name === 'picked' && (
        <div className={styles.reminder}>
          <StartSwitch />
        </div>
      )}
    </>
  )
}

function Stage({ phase, selectedShowId }: HomePhaseProps) {
  const main = selectedShowId === null ? 'main' : 'plain'
  const [first] = useState(phase.name)
  switch (phase.name) {
    case 'live':
      return <LiveCard show={phase.show} main={main} beganNow={first !== 'live'} />
    case 'lobby':
      return <LobbyCard show={phase.show} main={main} />
    case 'morning':
      return <MorningCard show={phase.show} main={main} />
    case 'picking':
      return (
        <>
          <PickingCard show={phase.show} main={main} isSelected={selectedShowId === phase.show.id} />
          {selectedShowId === null && <Opener show={phase.show} />}
        </>
      )
    case 'picked':
      return <PickedCard show={phase.show} />
    case 'nothing':
      return <DarkStageCard main={main} />
    case 'welcome':
      return null
  }
}

function Opener({ show }: { show: Show }) {
  return <FirstQuestion showId={show.id} onPick={useFirstPick(show)} />
}
