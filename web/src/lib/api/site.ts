import { SITE_ELEMENT_ID, SWITCHES_ELEMENT_ID } from '@called-it/shared/contract/served-page'
import {
  type Config,
  config,
  type Site,
  site,
  siteEndpoints,
  textsOfSite,
} from '@called-it/shared/contract/site'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useLiveQuery } from '../events/use-live-query.ts'
import { t } from '../words/texts.ts'
import { request } from './api.ts'
import { queryKeys } from './query-keys.ts'

export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  initialData: embeddedSite,
  queryFn: ({ signal }): Promise<Site> => request(siteEndpoints.getSite, { signal }),
})

export function useSite(): UseQueryResult<Site> {
  return useQuery({ ...siteQuery, select: inOwnLanguage })
}

const inOwnLanguage = (site: Site): Site => ({ ...site, texts: textsOfSite(site, t.language) })

export function useConfig(): UseQueryResult<Config> {
  return useLiveQuery({
    queryKey: queryKeys.config,
    queryFn: async ({ signal }) => (await request(siteEndpoints.getConfig, { signal })).config,
    event: 'config:changed',
    initialData: embeddedConfig,
    isSnapshot: true,
    versionOf: (held) => held.version,
    apply: (_held, { config: changed, to }) => ({ ...config.parse(changed), version: to }),
  })
}

/** The site as the gateway wrote it into the page; undefined where no gateway has. */
function embeddedSite(): Site | undefined {
  return embedded(SITE_ELEMENT_ID, site)
}

/** The switches when the gateway served the page. */
export function embeddedConfig(): Config | undefined {
  return embedded(SWITCHES_ELEMENT_ID, siteEndpoints.getConfig.response)?.config
}

function embedded<S extends z.ZodType>(elementId: string, schema: S): z.output<S> | undefined {
  try {
    return schema.parse(JSON.parse(document.getElementById(elementId)?.textContent ?? ''))
  } catch {
    return undefined
  }
}
