import type { ServedQuery } from '@called-it/shared/contract/rendered-page'
import { createQueryClient } from '../lib/api/query-client.ts'
import { queryKeys } from '../lib/api/query-keys.ts'

/** In every page already. */
const EMBEDDED: readonly unknown[] = [queryKeys.site[0], queryKeys.config[0]]

/** Hundreds of them, of which the first view shows none. */
const LATER: readonly unknown[] = [queryKeys.songs[0]]

/** Finds out which queries a page uses: on the server no component fetches its own. */
export function openPageQueries(isFan: boolean) {
  const client = createQueryClient()
  const used = new Map<string, () => Promise<unknown>>()
  const { defaultQueryOptions } = client
  client.defaultQueryOptions = (given) => {
    const options = Reflect.apply(defaultQueryOptions, client, [given])
    if (options.queryFn && options.enabled !== false && !LATER.includes(options.queryKey?.[0])) {
      used.set(options.queryHash, () => client.fetchQuery({ ...options, retry: false }))
    }
    return options
  }
  if (!isFan) client.setQueryData(queryKeys.currentUser, null)

  return {
    client,
    /** Renders, and lists the reads of the queries that were used and have no data yet. */
    during(render: () => string) {
      used.clear()
      const html = render()
      const missing = [...used].filter(([hash]) => client.getQueryCache().get(hash)?.state.data === undefined)
      return { html, missing: missing.map(([, read]) => read) }
    },
    held: (): ServedQuery[] =>
      client
        .getQueryCache()
        .getAll()
        .filter(({ queryKey, state }) => state.data !== undefined && !EMBEDDED.includes(queryKey[0]))
        .map(({ queryKey, state }) => ({ key: queryKey, data: state.data })),
  }
}
