import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { onLiveConnect } from './connection.ts'
import { refetchSoon } from './refetch-soon.ts'
import { useLiveEvent } from './use-live-event.ts'

export function useRefetchSoon(queryKey: QueryKey): () => void {
  const queryClient = useQueryClient()
  return () => refetchSoon(queryClient, queryKey)
}

/** After every connect, to fetch what live events have missed. */
export function useRefetchOnConnect(queryKey: QueryKey): void {
  const refetch = useEffectEvent(useRefetchSoon(queryKey))
  useEffect(() => onLiveConnect(() => refetch()), [])
}

/** After each score or correction of a show too. */
export function useRefetchWhenScored(showId: number, queryKey: QueryKey): void {
  const refetchSoon = useRefetchSoon(queryKey)
  useLiveEvent('show:scored', ({ show }) => {
    if (show.id === showId) refetchSoon()
  })
  useRefetchOnConnect(queryKey)
}
