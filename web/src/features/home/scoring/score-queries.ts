import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, hasCode, serverMessage } from '../../../lib/api/api.ts'
import { useRefetchOnConnect } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { breakdownQuery } from '../../../lib/shows/breakdown.ts'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'

export function useScore(showId: number) {
  const queryClient = useQueryClient()
  const prediction = useCurrentUserPrediction(showId)
  const predictionId = prediction.data?.id ?? 0
  const query = breakdownQuery(predictionId)
  const refetch = () => void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true })

  useServerEvent('score:changed', (event) => {
    if (event.showId === showId) refetch()
  })
  useRefetchOnConnect(query.queryKey)
  const breakdown = useQuery({
    ...query,
    enabled: predictionId !== 0,
    refetchOnMount: 'always',
  })
  return { prediction, breakdown }
}

export function describeScoreFailure(error: unknown): string {
  if (hasCode(error, 'setlist_not_found')) {
    return 'This show has not happened yet or its setlist is unavailable. You can use the Test Score button on the editor.'
  }
  if (error instanceof ApiError) return serverMessage(error, 'Failed to score prediction')
  return 'An unexpected error occurred while scoring the prediction.'
}
