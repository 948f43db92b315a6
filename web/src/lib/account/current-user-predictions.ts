import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useRefetchOnConnect, useRefetchSoon } from '../events/use-refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'
import { currentUserQuery, useCurrentUser } from './session.ts'

/** Newest show first. */
export function predictionsQuery(userId: number) {
  return queryOptions({
    queryKey: queryKeys.predictions(userId),
    queryFn: async ({ signal }): Promise<Prediction[]> =>
      (await request(predictionEndpoints.listPredictions, { params: { userId }, signal })).predictions,
  })
}

/** Before anything is rendered: who is logged in, and what that fan has picked. */
export async function prefetchFan(client: QueryClient): Promise<void> {
  const user = await client.fetchQuery(currentUserQuery).catch(() => null)
  if (user) await client.prefetchQuery(predictionsQuery(user.id))
}

export function useCurrentUserPredictions(): UseQueryResult<Prediction[]> {
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  const query = predictionsQuery(user?.id ?? 0)
  const refetchSoon = useRefetchSoon(query.queryKey)

  useServerEvent('score:changed', ({ predictionId, score }) => {
    const held = queryClient.getQueryData(query.queryKey)
    if (held?.some(({ id }) => id === predictionId)) {
      queryClient.setQueryData(
        query.queryKey,
        held.map((prediction) => (prediction.id === predictionId ? { ...prediction, score } : prediction)),
      )
      return
    }
    // All scores of a show are published at once.
    refetchSoon()
  })
  useRefetchOnConnect(query.queryKey)
  return useQuery({ ...query, enabled: Boolean(user) })
}

export function upsertPrediction(list: readonly Prediction[], saved: Prediction): Prediction[] {
  const isHeld = list.some(({ id }) => id === saved.id)
  return isHeld ? list.map((held) => (held.id === saved.id ? saved : held)) : [saved, ...list]
}

export function removePrediction(list: readonly Prediction[], showId: number): Prediction[] {
  return list.filter(({ show_id }) => show_id !== showId)
}
