import { type SharedCard, shareEndpoints } from '@called-it/shared/contract/shares'
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'

/** @param token null: not shared */
export function useSharedCard(token: string | null): UseQueryResult<SharedCard> {
  return useQuery({
    queryKey: queryKeys.share(token ?? ''),
    queryFn: ({ signal }) => request(shareEndpoints.getShare, { params: { token: token ?? '' }, signal }),
    enabled: token !== null,
    refetchOnMount: 'always',
  })
}

type OwnLink = {
  making: UseMutationResult<{ token: string; is_new: boolean }, Error, void>
  deleting: UseMutationResult<unknown, Error, void>
  /** Once somebody may have it. */
  keep: () => void
}

/** Shows whose link is open: it may have been closed and opened again while it was made. */
const opened = new Set<number>()

/** The link to the own card, made when this is mounted. A new one that nobody got is deleted again with it. */
export function useOwnLink(showId: number): OwnLink {
  const isUnused = useRef(false)
  const keep = () => {
    isUnused.current = false
  }
  const input = { params: { showId } }
  // One after the other.
  const scope = { id: `share-${showId}` }
  const making = useMutation({
    scope,
    mutationFn: async () => {
      const link = await request(shareEndpoints.shareCard, input)
      isUnused.current = link.is_new
      return link
    },
  })
  const deleting = useMutation({
    scope,
    mutationFn: () => request(shareEndpoints.revokeShare, input),
    onSuccess: keep,
  })
  const change = useRef({ make: making.mutateAsync, remove: deleting.mutate })
  useEffect(() => {
    const { make, remove } = change.current
    opened.add(showId)
    const made = make().catch(() => {})
    return () => {
      opened.delete(showId)
      void made.then(() => isUnused.current && !opened.has(showId) && remove())
    }
  }, [showId])
  return { making, deleting, keep }
}
