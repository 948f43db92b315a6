import { type Crowd, showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { hasCode, request } from '../api.ts'
import { queryKeys } from '../query-keys.ts'

/** By the server's clock picks may still be open for a moment: gateways answer from more than one clock. */
const MAX_RETRIES = 5
const RETRY_MS = 3_000

export const retriedAtLock = {
  retry: (failures: number, error: Error) => failures < MAX_RETRIES && hasCode(error, 'picks_open'),
  retryDelay: RETRY_MS,
} as const

export function useCrowd(showId: number, isClosed: boolean): UseQueryResult<Crowd> {
  return useQuery({
    queryKey: queryKeys.crowd(showId),
    queryFn: ({ signal }) => request(showPickEndpoints.getCrowd, { params: { showId }, signal }),
    enabled: isClosed,
    ...retriedAtLock,
  })
}
