import { type AuditFilterInput, auditEndpoints, auditFilter } from '@called-it/shared/contract/audit-log'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** From the query of the page's address, without what is no filter. */
export function readFilter(search: string): AuditFilterInput {
  const isFilter = ([name, value]: [string, string]) => auditFilter.safeParse({ [name]: value }).success
  return Object.fromEntries([...new URLSearchParams(search)].filter(isFilter))
}

export function useAuditLog(search: string, before?: number) {
  return useQuery({
    queryKey: queryKeys.adminAudit(search, before),
    queryFn: ({ signal }) =>
      request(auditEndpoints.readAuditLog, {
        query: { ...readFilter(search), before: before?.toString() },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}
