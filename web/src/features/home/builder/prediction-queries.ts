import {
  type PickedSetlist,
  type Prediction,
  predictionEndpoints,
} from '@called-it/shared/contract/predictions'
import { picksFromDraft } from '@called-it/shared/game/draft'
import {
  type UseMutationResult,
  type UseQueryResult,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  predictionsQuery,
  removePrediction,
  upsertPrediction,
} from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { hasCode, request } from '../../../lib/api/api.ts'
import { useShow } from '../../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { useDraftStore } from './draft-store.ts'
import type { ShowDraft } from './show-draft.ts'

/** Dispatched on the window after a save; `detail` has the show's id. */
const PREDICTION_SAVED = 'predictionSaved'

export const SAVE_KEY = ['save-prediction']

export function useIsSaving(): boolean {
  return useIsMutating({ mutationKey: SAVE_KEY }) > 0
}

/** Null where the list of the user's predictions has none for the show: a request for it alone would be a 404. */
export function useCurrentUserPrediction(
  showId: number | null,
  { enabled = true, ...options }: { enabled?: boolean; staleTime?: number; refetchOnMount?: 'always' } = {},
): UseQueryResult<Prediction | null> {
  const { user } = useCurrentUser()
  return useQuery({
    ...predictionsQuery(user?.id ?? 0),
    ...options,
    select: (predictions) => findPrediction(predictions, showId),
    enabled: enabled && Boolean(user) && showId !== null,
  })
}

export function findPrediction(predictions: readonly Prediction[], showId: number | null): Prediction | null {
  return predictions.find(({ show_id }) => show_id === showId) ?? null
}

export function useAdoptedPrediction(showId: number | null): UseQueryResult<Prediction | null> {
  // Picks may have been saved on another device since the list was read.
  const query = useCurrentUserPrediction(showId, { refetchOnMount: 'always' })
  const { data } = query
  const isHeld = useIsDraftHeld(showId)
  useEffect(() => {
    if (showId === null || data === undefined) return
    // Another tab may have begun one since this tab was loaded.
    if (!isHeld) void useDraftStore.persist.rehydrate()
    useDraftStore.getState().adopt(showId, data)
  }, [showId, data, isHeld])
  return query
}

function useIsDraftHeld(showId: number | null): boolean {
  return useDraftStore(({ drafts }) => showId !== null && showId in drafts)
}

/** False until the saved prediction was adopted, and once the draft can no longer be saved. */
export function useCanEditDraft(showId: number | null): boolean {
  const { data: show } = useShow(showId)
  const isOpen = useTimeLeft(show) !== null
  const closesAt = show && (isOpen ? Date.parse(show.locks_at) : 0)
  useEffect(() => {
    if (showId !== null && closesAt !== undefined) useDraftStore.getState().setClosing(showId, closesAt)
  }, [showId, closesAt])
  const isHeld = useIsDraftHeld(showId)
  return isHeld && (show === undefined || isOpen)
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
    onSuccess: async ({ prediction }, { showId, draft }) => {
      const { queryKey } = predictionsQuery(prediction.user_id)
      // A list that was read before the save would take the picks away again.
      await queryClient.cancelQueries({ queryKey })
      useDraftStore.getState().confirm(showId, draft.slots, prediction)
      const held = queryClient.getQueryData(queryKey)
      if (held) queryClient.setQueryData(queryKey, upsertPrediction(held, prediction))
      else void queryClient.invalidateQueries({ queryKey })
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
    onSuccess: async (_, showId) => {
      const { queryKey } = predictionsQuery(user?.id ?? 0)
      await queryClient.cancelQueries({ queryKey })
      useDraftStore.getState().discard(showId)
      queryClient.setQueryData(queryKey, (held) => held && removePrediction(held, showId))
    },
  })
}

export function toPickedSetlist({ slots }: ShowDraft): PickedSetlist {
  const picks = picksFromDraft(slots)
  const toEntries = (set: readonly (number | null)[]) => set.map((id) => (id === null ? null : { id }))
  return { set1: toEntries(picks.set1), set2: toEntries(picks.set2), encore: toEntries(picks.encore) }
}
