import { type Config, config, type Site, siteEndpoints } from '@called-it/shared/contract/site'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { useLiveQuery } from './live/use-live-query.ts'
import { queryKeys } from './query-keys.ts'

export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: ({ signal }): Promise<Site> => call(siteEndpoints.getSite, { signal }),
})

/** The band's names and texts. */
export function useSite(): UseQueryResult<Site> {
  return useQuery(siteQuery)
}

/** The two public switches, kept current by live events. */
export function useConfig(): UseQueryResult<Config> {
  return useLiveQuery({
    queryKey: queryKeys.config,
    queryFn: async ({ signal }) => (await call(siteEndpoints.getConfig, { signal })).config,
    event: 'config:changed',
    whole: true,
    versionOf: (held) => held.version,
    apply: (_held, { config: changed, to }) => ({ ...config.parse(changed), version: to }),
  })
}
