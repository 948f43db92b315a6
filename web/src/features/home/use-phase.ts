import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { lazyModule, useLazyModule } from '../../lib/lazy-module.ts'
import { useIsOnDevice } from '../../lib/served-view.ts'
import { type HomePhase, phaseOfHome } from '../../lib/shows/phase-of-home.ts'
import { useLiveShows, useRecentShows, useUpcomingShows } from '../../lib/shows/use-shows.ts'

/** For visitors most phases have none. */
export const phaseCard = lazyModule(() => import('./phase/phase-card.tsx'))

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
  const isPending =
    isSessionPending ||
    [tonight, upcoming, recent].some((query) => query.isPending) ||
    (Boolean(user) && predictions.isPending)
  const isWanted = !isSessionPending && phase.name !== 'welcome'
  const code = useLazyModule(phaseCard, isWanted, () => setHasFailed(true))
  // The phase is not known before the shows are.
  const isRead = useIsRead(isPending ? null : code, phase, Boolean(user))
  return {
    phase,
    code: isWanted ? code : null,
    isPending: isPending || (isWanted && !(isRead && code) && !hasFailed),
  }
}

/** Once: later phases come while the page is open. */
function useIsRead(code: typeof phaseCard.loaded, phase: HomePhase, isFan: boolean): boolean {
  const queryClient = useQueryClient()
  // What the server rendered has what it needs.
  const [isRead, setIsRead] = useState(!useIsOnDevice())
  const read = useEffectEvent(async () => {
    await code?.readForPhase(queryClient, phase, isFan)
    setIsRead(true)
  })
  useEffect(() => {
    if (code) void read()
  }, [code])
  return isRead
}
