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
import { queryKeys } from '../../../lib/query-keys.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { type ShowDraft, useDraftStore } from './draft-store.ts'

/** Told to the window when a prediction was saved; its detail is the show's id. */
export const PREDICTION_SAVED = 'predictionSaved'

/** By which the state of saving is known everywhere. */
export const SAVE_KEY = ['save-prediction']

/** The fan's saved prediction for a show, null where there is none. */
export function ownPredictionQuery(showId: number) {
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

/** Puts the saved prediction of a show into the builder as soon as it is known. */
export function useAdoptedPrediction(showId: number | null): UseQueryResult<Prediction | null> {
  const { user } = useCurrentUser()
  const query = useQuery({ ...ownPredictionQuery(showId ?? 0), enabled: Boolean(user) && showId !== null })
  const { data } = query
  useEffect(() => {
    if (showId !== null && data !== undefined) useDraftStore.getState().adopt(showId, data)
  }, [showId, data])
  return query
}

type Save = { showId: number; draft: ShowDraft }
type Saved = { prediction: Prediction; updated: boolean }

/**
 * Saves a draft as it is at this moment. The draft is marked as saved when the server has confirmed it, and
 * stays as it is when the save fails.
 */
export function useSavePrediction(): UseMutationResult<Saved, Error, Save> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: SAVE_KEY,
    // Without a connection it fails at once and is queued: one that merely waits would not outlive a reload.
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
      window.dispatchEvent(new CustomEvent(PREDICTION_SAVED, { detail: { showId } }))
    },
  })
}

/** Deletes the saved prediction of a show, and the draft with it. One that is gone already is as good. */
export function useResetPrediction(): UseMutationResult<void, Error, number> {
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
    },
  })
}

/** A draft as calls take it. */
export function toPickedSetlist({ slots }: ShowDraft): PickedSetlist {
  const picks = picksFromDraft(slots)
  const toEntries = (set: readonly (number | null)[]) => set.map((id) => (id === null ? null : { id }))
  return { set1: toEntries(picks.set1), set2: toEntries(picks.set2), encore: toEntries(picks.encore) }
}
