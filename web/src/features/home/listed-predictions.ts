import type { Prediction } from '@called-it/shared/contract/predictions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { upsertPrediction } from '../../lib/current-user-predictions.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ownPredictionQuery, PREDICTION_SAVED } from './builder/prediction-queries.ts'

/** Has the list of the fan's predictions follow every save, without asking for it again. */
export function useListedPredictions(): void {
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  const list = useEffectEvent((showId: number) => {
    const saved = queryClient.getQueryData(ownPredictionQuery(showId).queryKey)
    if (!user || !saved) return
    queryClient.setQueryData<Prediction[]>(
      queryKeys.predictions(user.id),
      (held) => held && upsertPrediction(held, saved),
    )
  })
  useEffect(() => {
    const onSaved = (event: Event) => {
      if (event instanceof CustomEvent) list(event.detail.showId)
    }
    addEventListener(PREDICTION_SAVED, onSaved)
    return () => removeEventListener(PREDICTION_SAVED, onSaved)
  }, [])
}
