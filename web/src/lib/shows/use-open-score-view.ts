import type { Prediction } from '@called-it/shared/contract/predictions'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'

type ScoredPrediction = Pick<Prediction, 'id' | 'show_id'>

/** Fetches how a prediction scored, then opens its score view, which also shows a failure. */
export function useOpenScoreView(): UseMutationResult<void, Error, ScoredPrediction> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ id }: ScoredPrediction) => {
      const { breakdownQuery } = await import('./breakdown.ts')
      await queryClient.prefetchQuery({ ...breakdownQuery(id), staleTime: 0 })
    },
    onSettled: (_data, _error, { show_id }) => navigate(paths.score(show_id)),
  })
}
