import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import { actualSetlist, breakdown, showDetails } from '@called-it/shared/contract/scoring'
import { queryOptions, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { request } from './api.ts'
import { paths } from './paths.ts'
import { queryKeys } from './query-keys.ts'

const { getBreakdown } = predictionEndpoints

/** Accepts a payload with missing parts: the score view says which. */
export const breakdownEndpoint = {
  ...getBreakdown,
  response: getBreakdown.response.extend({
    breakdown: breakdown.nullish(),
    actualSetlist: actualSetlist.nullish(),
    showDetails: showDetails.nullish(),
  }),
} as const

export function breakdownQuery(predictionId: number) {
  return queryOptions({
    queryKey: queryKeys.breakdown(predictionId),
    queryFn: ({ signal }) => request(breakdownEndpoint, { params: { predictionId }, signal }),
  })
}

type ScoredPrediction = Pick<Prediction, 'id' | 'show_id'>

/** Fetches how a prediction scored, then opens its score view, which also shows a failure. */
export function useOpenScoreView(): UseMutationResult<void, Error, ScoredPrediction> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ id }: ScoredPrediction) =>
      queryClient.prefetchQuery({ ...breakdownQuery(id), staleTime: 0 }),
    onSettled: (_data, _error, { show_id }) => navigate(paths.score(show_id)),
  })
}
