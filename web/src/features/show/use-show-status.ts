import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'

type ShowStatus = ResponseBody<typeof showEndpoints.getShowStatus>

export function useShowStatus(
  showId: number,
  { enabled = true, refetchInterval }: { enabled?: boolean; refetchInterval?: number },
): UseQueryResult<ShowStatus> {
  return useQuery({
    queryKey: queryKeys.showStatus(showId),
    queryFn: ({ signal }) => request(showEndpoints.getShowStatus, { params: { showId }, signal }),
    enabled,
    ...(refetchInterval !== undefined && { refetchInterval }),
  })
}
