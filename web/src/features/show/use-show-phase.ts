import type { Show } from '@called-it/shared/contract/shows'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { withJitter } from '../../lib/events/jitter.ts'
import { useRefetchWhenScored } from '../../lib/events/use-refetch-soon.ts'
import { useTimeLeft } from '../../lib/shows/use-time-left.ts'
import { useShowStatus } from './use-show-status.ts'

/** When the server still has a show open whose lock has come by the clock of this page. */
const RETRY_MS = 5_000

/** `closing`: the lock has come by the clock of this page, and the server has not confirmed it yet. */
export type ShowPhase = 'open' | 'closing' | 'closed' | 'cancelled'

export function useShowPhase(show: Show): ShowPhase {
  const queryClient = useQueryClient()
  const timeLeft = useTimeLeft(show)
  const isClosing = show.is_open && timeLeft === null
  useEffect(() => {
    if (!isClosing) return
    let isCurrent = true
    const refetch = async (delayMs: number) => {
      await new Promise<void>((resolve) => withJitter(resolve, delayMs))
      if (!isCurrent) return
      await queryClient.refetchQueries({ queryKey: queryKeys.show(show.id), exact: true })
      await refetch(RETRY_MS)
    }
    void refetch(0)
    return () => {
      isCurrent = false
    }
  }, [isClosing, queryClient, show.id])
  // An admin may open the picks again: what was read is secret then, and old after the next lock.
  useEffect(() => {
    if (!show.is_open) return
    queryClient.removeQueries({ queryKey: queryKeys.showPage(show.id) })
    queryClient.removeQueries({ queryKey: queryKeys.crowd(show.id) })
    queryClient.removeQueries({ queryKey: queryKeys.showPicks(show.id) })
    queryClient.removeQueries({ queryKey: queryKeys.liveShow(show.id) })
    queryClient.removeQueries({ queryKey: queryKeys.showBoards(show.id) })
  }, [queryClient, show.id, show.is_open])
  if (show.is_cancelled) return 'cancelled'
  if (show.is_open) return isClosing ? 'closing' : 'open'
  return 'closed'
}

/** Whether a show that is closed has a setlist; undefined until that is known. */
export function useHasSetlist(show: Show, isClosed: boolean): boolean | undefined {
  const { data, isError } = useShowStatus(show.id, { enabled: isClosed })
  useRefetchWhenScored(show.id, queryKeys.showStatus(show.id))
  if (show.is_scored) return true
  return isError ? false : data?.hasSetlist
}
