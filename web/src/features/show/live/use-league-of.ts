import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import type { Show } from '@called-it/shared/contract/shows'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The largest of the fan's leagues for which the show counts; null without one, undefined until that is known. */
export function useLeagueOf({ tour_id }: Show): League | null | undefined {
  const { user } = useCurrentUser()
  const { data } = useQuery({
    queryKey: queryKeys.leagues,
    queryFn: async ({ signal }) => (await request(leagueEndpoints.listLeagues, { signal })).leagues,
    enabled: Boolean(user),
  })
  const counting = data?.filter(
    ({ tour, deleted_until }) => deleted_until === null && (tour === null || tour.id === tour_id),
  )
  return counting && (counting.toSorted((one, other) => other.members - one.members)[0] ?? null)
}
