import type { ServedQuery } from '@called-it/shared/contract/rendered-page'
import { hashKey } from '@tanstack/react-query'
import { createQueryClient } from '../lib/api/query-client.ts'
import { queryKeys } from '../lib/api/query-keys.ts'

/** In every page already. */
const EMBEDDED: readonly unknown[] = [queryKeys.site[0], queryKeys.config[0]]

/** Hundreds of them, of which the first view shows none. */
const LATER: readonly unknown[] = [queryKeys.songs[0]]

/** Finds out which queries a page uses: on the server no component fetches its own. */
export function openPageQueries(isFan: boolean) {
  const client = createQueryClient()
  const cache = client.getQueryCache()
  const used = new Map<string, () => Promise<unknown>>()
  /** What a query fetches by itself is no part of the page, and may be no JSON. */
  const shown = new Set<string>()
  let isRendering = false
  const { defaultQueryOptions } = client
  client.defaultQueryOptions = (given) => {
    const options = Reflect.apply(defaultQueryOptions, client, [given])
    if (options.queryFn && options.enabled !== false && !LATER.includes(options.queryKey?.[0])) {
      used.set(options.queryHash, () => client.fetchQuery({ ...options, retry: false }))
      if (isRendering) shown.add(options.queryHash)
    }
    return options
  }
  if (!isFan) {
    client.setQueryData(queryKeys.currentUser, null)
    shown.add(hashKey(queryKeys.currentUser))
  }

  return {
    client,
    /** Renders, and lists the reads of the queries that were used and have no data yet. */
    during(render: () => string) {
      used.clear()
      // The browser will not have it either.
      for (const query of cache.getAll()) if (!shown.has(query.queryHash)) cache.remove(query)
      isRendering = true
      const html = render()
      isRendering = false
      const missing = [...used].filter(([hash]) => cache.get(hash)?.state.data === undefined)
      return { html, missing: missing.map(([, read]) => read) }
    },
    held: (): ServedQuery[] =>
      cache
        .getAll()
        .filter(
          ({ queryKey, queryHash, state }) =>
            shown.has(queryHash) && state.data !== undefined && !EMBEDDED.includes(queryKey[0]),
        )
        .map(({ queryKey, state }) => ({ key: queryKey, data: state.data })),
  }
}
