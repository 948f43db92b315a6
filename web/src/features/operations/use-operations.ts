import { type Operations, operationsEndpoints } from '@called-it/shared/contract/operations'
import type { UseQueryResult } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'
import { useLiveQuery } from '../../lib/live/use-live-query.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export function useOperations(): UseQueryResult<Operations> {
  return useLiveQuery<Operations, 'operations:changed'>({
    queryKey: queryKeys.operations,
    queryFn: ({ signal }) => request(operationsEndpoints.getOperations, { signal }),
    event: 'operations:changed',
    versionOf: (held) => held.version,
    apply: (_held, event) => ({ ...event.operations, version: event.to }),
    isSnapshot: true,
  })
}
