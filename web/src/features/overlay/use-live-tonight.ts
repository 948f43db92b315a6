import type { Show } from '@called-it/shared/contract/shows'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { withJitter } from '../../lib/events/jitter.ts'
import { liveShowsQuery } from '../../lib/shows/show-queries.ts'
import { useLiveShows } from '../../lib/shows/use-shows.ts'
import { liveShowOf } from './chosen-pick.ts'

/** Tonight's show whose page the overlay links to, beside the pick of a show; null where there is none. */
export function useLiveTonight(pickedShowId: number | null): Show | null {
  const { data: tonight = [] } = useLiveShows(useMayRequest(liveShowsQuery.queryKey))
  return liveShowOf(tonight, pickedShowId)
}

/** The overlay opens on every page in the same second, so what is not cached is requested with jitter. */
export function useMayRequest(queryKey: QueryKey): boolean {
  const queryClient = useQueryClient()
  const [mayRequest, setMayRequest] = useState(() => queryClient.getQueryData(queryKey) !== undefined)
  useEffect(() => (mayRequest ? undefined : withJitter(() => setMayRequest(true))), [mayRequest])
  return mayRequest
}
