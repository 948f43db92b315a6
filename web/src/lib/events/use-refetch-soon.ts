import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent } from 'react'
import { EventConnectionContext } from './connection.ts'
import { refetchSoon } from './refetch-soon.ts'
import { useServerEvent } from './use-server-event.ts'

export function useRefetchSoon(queryKey: QueryKey): () => void {
  const queryClient = useQueryClient()
  return () => refetchSoon(queryClient, queryKey)
}

/** After a connect, to fetch what live events have missed. */
export function useRefetchOnConnect(queryKey: QueryKey): void {
  const refetch = useEffectEvent(useRefetchSoon(queryKey))
  const { onConnected } = use(EventConnectionContext)
  useEffect(() => onConnected((isCurrent) => !isCurrent && refetch()), [onConnected])
}

/** After each score or correction of a show too. */
export function useRefetchWhenScored(showId: number, queryKey: QueryKey): void {
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('show:changed', ({ show }) => {
    if (show.id === showId) refetchSoon()
  })
  useRefetchOnConnect(queryKey)
}
