import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { lazyModule, useLazyModule } from '../../lib/lazy-module.ts'
import { type HomePhase, phaseOfHome } from '../../lib/shows/phase-of-home.ts'
import { useLiveShows, useRecentShows, useUpcomingShows } from '../../lib/shows/use-shows.ts'

const phaseCard = lazyModule(() => import('./phase/phase-card.tsx'))

const REFRESH_MS = 30_000

/** The phase with the code of its card; null where it has none, and where the code could not be loaded. */
export function usePhase() {
  const { user, isError: isUnknown } = useCurrentUser()
  const tonight = useLiveShows()
  const upcoming = useUpcomingShows()
  const recent = useRecentShows()
  const predictions = useCurrentUserPredictions()
  const [hasFailed, setHasFailed] = useState(false)
  const phase: HomePhase = phaseOfHome({
    isVisitor: !user,
    tonight: tonight.data ?? [],
    upcoming: upcoming.data ?? [],
    recent: recent.data ?? [],
    picked: new Set(predictions.data?.map(({ show_id }) => show_id)),
    now: useServerNow(REFRESH_MS),
  })
  const isSessionPending = user === undefined && !isUnknown
  const isWanted = !isSessionPending && phase.name !== 'welcome'
  const code = useLazyModule(phaseCard, isWanted, () => setHasFailed(true))
  const isRead = useAreLeaguesRead(code, Boolean(user))
  return {
    phase,
    code: isWanted ? code : null,
    isPending:
      isSessionPending ||
      [tonight, upcoming, recent].some((query) => query.isPending) ||
      (Boolean(user) && predictions.isPending) ||
      (isWanted && !(isRead && code) && !hasFailed),
  }
}

/** The leagues of a fan are read by the code of the card, and before it is shown: nothing below it moves then. */
function useAreLeaguesRead(code: typeof phaseCard.loaded, hasLeagues: boolean): boolean {
  const queryClient = useQueryClient()
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    if (code && hasLeagues) void queryClient.prefetchQuery(code.leaguesQuery).then(() => setIsRead(true))
  }, [code, hasLeagues, queryClient])
  return isRead || !hasLeagues
}
