import { type Operations, operationsEndpoints } from '@called-it/shared/contract/operations'
import type { UseQueryResult } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useLiveQuery } from '../../lib/events/use-live-query.ts'

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
