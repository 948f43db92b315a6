import { type SharedCard, shareEndpoints } from '@called-it/shared/contract/shares'
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
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

/** The token of the own card's page; null while it is not shared. */
export function useOwnShare(
  showId: number,
  { enabled }: { enabled: boolean },
): UseQueryResult<string | null> {
  return useQuery({
    queryKey: queryKeys.ownShare(showId),
    queryFn: async ({ signal }) =>
      (await request(shareEndpoints.getOwnShare, { params: { showId }, signal })).token,
    enabled,
    refetchOnMount: 'always',
  })
}

/** Shares the own card, or stops sharing it. */
export function useChangeShare(showId: number): UseMutationResult<string | null, Error, 'share' | 'stop'> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.ownShare(showId)
  return useMutation({
    mutationFn: async (change) => {
      const input = { params: { showId } }
      const { token } =
        change === 'share'
          ? await request(shareEndpoints.shareCard, input)
          : await request(shareEndpoints.revokeShare, input)
      return token
    },
    onSuccess: async (token) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, token)
    },
  })
}
