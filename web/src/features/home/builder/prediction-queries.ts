import {
  type PickedSetlist,
  type Prediction,
  predictionEndpoints,
} from '@called-it/shared/contract/predictions'
import { picksFromDraft } from '@called-it/shared/game/draft'
import {
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasCode, request } from '../../../lib/api.ts'
import { removePrediction, upsertPrediction } from '../../../lib/current-user-predictions.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { type ShowDraft, useDraftStore } from './draft-store.ts'

/** Dispatched on the window after a save; `detail` has the show's id. */
const PREDICTION_SAVED = 'predictionSaved'

export const SAVE_KEY = ['save-prediction']

/** Null where the user has saved none. */
export function currentUserPredictionQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.currentUserPrediction(showId),
    queryFn: async ({ signal }): Promise<Prediction | null> => {
      try {
        return (await request(predictionEndpoints.getOwnPrediction, { params: { showId }, signal }))
          .prediction
      } catch (error) {
        if (hasCode(error, 'prediction_not_found')) return null
        throw error
      }
    },
  })
}

export function useCurrentUserPrediction(
  showId: number | null,
  { enabled = true } = {},
): UseQueryResult<Prediction | null> {
  const { user } = useCurrentUser()
  return useQuery({
    ...currentUserPredictionQuery(showId ?? 0),
    enabled: enabled && Boolean(user) && showId !== null,
  })
}

/** Copies the saved prediction into the draft, unless the draft has changes. */
export function useAdoptedPrediction(showId: number | null): UseQueryResult<Prediction | null> {
  const query = useCurrentUserPrediction(showId)
  const { data } = query
  useEffect(() => {
    if (showId !== null && data !== undefined) useDraftStore.getState().adopt(showId, data)
  }, [showId, data])
  return query
}

type Save = { showId: number; draft: ShowDraft }
type Saved = { prediction: Prediction; updated: boolean }

/** Saves a draft. It counts as saved once the server has confirmed it, and is unchanged after a failure. */
export function useSavePrediction(): UseMutationResult<Saved, Error, Save> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: SAVE_KEY,
    // Fails at once when offline, to be queued in the draft: a paused mutation would be lost by a reload.
    networkMode: 'always',
    mutationFn: ({ showId, draft }) =>
      request(predictionEndpoints.savePrediction, {
        body: {
          show_id: String(showId),
          setlist: toPickedSetlist(draft),
          version: draft.basedOn,
        },
      }),
    onSuccess: ({ prediction }, { showId, draft }) => {
      useDraftStore.getState().confirm(showId, draft.slots, prediction)
      queryClient.setQueryData(queryKeys.currentUserPrediction(showId), prediction)
      queryClient.setQueryData<Prediction[]>(
        queryKeys.predictions(prediction.user_id),
        (held) => held && upsertPrediction(held, prediction),
      )
      window.dispatchEvent(new CustomEvent(PREDICTION_SAVED, { detail: { showId } }))
    },
  })
}

/** Deletes the saved prediction of a show and its draft. Succeeds if it is deleted already. */
export function useResetPrediction(): UseMutationResult<void, Error, number> {
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (showId) => {
      try {
        await request(predictionEndpoints.deleteOwnPrediction, { params: { showId } })
      } catch (error) {
        if (!hasCode(error, 'prediction_not_found')) throw error
      }
    },
    onSuccess: (_, showId) => {
      useDraftStore.getState().discard(showId)
      queryClient.setQueryData(queryKeys.currentUserPrediction(showId), null)
      if (!user) return
      queryClient.setQueryData<Prediction[]>(
        queryKeys.predictions(user.id),
        (held) => held && removePrediction(held, showId),
      )
    },
  })
}

/** As request bodies take it. */
export function toPickedSetlist({ slots }: ShowDraft): PickedSetlist {
  const picks = picksFromDraft(slots)
  const toEntries = (set: readonly (number | null)[]) => set.map((id) => (id === null ? null : { id }))
  return { set1: toEntries(picks.set1), set2: toEntries(picks.set2), encore: toEntries(picks.encore) }
}
