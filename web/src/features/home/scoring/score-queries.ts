import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hasCode, serverMessage } from '../../../lib/api.ts'
import { breakdownQuery } from '../../../lib/breakdown.ts'
import { useLiveCatchUp, useLiveEvent } from '../../../lib/live/use-live-event.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { ownPredictionQuery } from '../builder/prediction-queries.ts'

/** How the fan's prediction of a show scored, kept current while it is looked at. */
export function useScore(showId: number | null) {
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  const prediction = useQuery({
    ...ownPredictionQuery(showId ?? 0),
    enabled: Boolean(user) && showId !== null,
  })
  const predictionId = prediction.data?.id ?? 0
  const query = breakdownQuery(predictionId)
  const refetch = () => void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true })

  useLiveEvent('score:changed', (event) => {
    if (event.showId === showId) refetch()
  })
  useLiveCatchUp(refetch)
  const breakdown = useQuery({
    ...query,
    enabled: predictionId !== 0,
    refetchOnMount: 'always',
  })
  return { prediction, breakdown }
}

/** What the score view says when there is no score to show. */
export function describeScoreFailure(error: unknown): string {
  if (hasCode(error, 'setlist_not_found')) {
    return 'This show has not happened yet or its setlist is unavailable. You can use the Test Score button on the editor.'
  }
  if (error instanceof Error) return serverMessage(error, 'Failed to score prediction')
  return 'An unexpected error occurred while scoring the prediction.'
}
