import type { LeaguePage } from '@called-it/shared/contract/leagues'
import type { Show } from '@called-it/shared/contract/shows'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMoveAtLock } from '../../lib/shows/use-move-at-lock.ts'
import { useUpcomingShows } from '../../lib/shows/use-shows.ts'

/** Shows that take picks. When one closes, the league is refetched: its members' cards move the table from then on. */
export function useOpenShows({ refetch }: UseQueryResult<LeaguePage>): UseQueryResult<Show[]> {
  const upcoming = useUpcomingShows()
  useMoveAtLock(upcoming)
  const ids = upcoming.data?.map(({ id }) => id).join()
  const known = useRef(ids)
  const onChange = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (known.current !== undefined && known.current !== ids) onChange()
    known.current = ids
  }, [ids])
  return upcoming
}
