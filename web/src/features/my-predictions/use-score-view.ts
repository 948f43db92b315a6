import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { call } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Reads how a prediction scored and goes to its score view, which tells what it finds, a failure as well. */
export function useScoreView({
  id,
  show_id,
}: Pick<Prediction, 'id' | 'show_id'>): UseMutationResult<void, Error, void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      queryClient.prefetchQuery({
        queryKey: queryKeys.breakdown(id),
        queryFn: ({ signal }) =>
          call(predictionEndpoints.getBreakdown, { params: { predictionId: id }, signal }),
        staleTime: 0,
      }),
    onSettled: () => navigate(paths.score(show_id)),
  })
}
