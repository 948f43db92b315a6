import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import { setupStateEndpoints } from '@called-it/shared/contract/setup-steps'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type SetupState = ResponseBody<typeof setupStateEndpoints.getSetupState>

/** An import or a backup takes a while. */
const ASK_AGAIN_MS = 3_000

type Watch = {
  /** Asks again while it is true. */
  isWaiting?: (state: SetupState) => boolean
  enabled?: boolean
}

export function useSetupState({ isWaiting = () => false, enabled = true }: Watch = {}) {
  return useQuery({
    queryKey: queryKeys.setupState,
    queryFn: ({ signal }) => request(setupStateEndpoints.getSetupState, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => data !== undefined && isWaiting(data) && ASK_AGAIN_MS,
    enabled,
  })
}
