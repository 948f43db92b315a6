import { breakdownEndpoints } from '@called-it/shared/contract/breakdowns'
import { actualSetlist, breakdown, showDetails, standing } from '@called-it/shared/contract/scoring'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'

const { getBreakdown } = breakdownEndpoints

/** Accepts a payload with missing parts: the score view says which. */
export const breakdownEndpoint = {
  ...getBreakdown,
  response: getBreakdown.response.extend({
    breakdown: breakdown.nullish(),
    actualSetlist: actualSetlist.nullish(),
    showDetails: showDetails.nullish(),
    standing: standing.nullish(),
  }),
} as const

export function breakdownQuery(predictionId: number) {
  return queryOptions({
    queryKey: queryKeys.breakdown(predictionId),
    queryFn: ({ signal }) => request(breakdownEndpoint, { params: { predictionId }, signal }),
  })
}
