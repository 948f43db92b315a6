import type { Prediction } from '@called-it/shared/contract/predictions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { hasCode, isServerUnavailable, serverMessage } from '../../../lib/api.ts'
import { useLiveCatchUp } from '../../../lib/live/use-live-event.ts'
import { onServerRecovery } from '../../../lib/server-recovery.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { sameSlots } from './draft-storage.ts'
import { type ShowDraft, useDraftStore } from './draft-store.ts'
import { ownPredictionQuery, useSavePrediction } from './prediction-queries.ts'

const LOCK = 'called-it:queued-saves'

type Server = {
  save: (save: { showId: number; draft: ShowDraft }) => Promise<unknown>
  /** The saved prediction as it is now. */
  read: (showId: number) => Promise<Prediction | null>
}

/**
 * Sends what was submitted while the server was away: as soon as it is back, whatever page is open, also after a
 * reload, and once, however many tabs are open.
 */
export function QueuedSaves(): null {
  const { user } = useCurrentUser()
  const { mutateAsync } = useSavePrediction()
  const queryClient = useQueryClient()
  const isFan = Boolean(user)
  const send = useEffectEvent(() => {
    if (!isFan) return
    void sendQueued({
      save: mutateAsync,
      read: (showId) => queryClient.fetchQuery({ ...ownPredictionQuery(showId), staleTime: 0 }),
    })
  })
  useEffect(() => {
    if (!isFan) return
    send()
    const onOnline = () => send()
    window.addEventListener('online', onOnline)
    const stopWaiting = onServerRecovery(onOnline)
    return () => {
      window.removeEventListener('online', onOnline)
      stopWaiting()
    }
  }, [isFan])
  useLiveCatchUp(() => send())
  return null
}

let sending: Promise<void> | null = null

/** Tabs take turns, and look again at what another one has left to send. */
function sendQueued(server: Server): Promise<void> {
  const inTurn = async () => {
    await useDraftStore.persist.rehydrate()
    for (const [showId, draft] of Object.entries(useDraftStore.getState().drafts)) {
      if (draft.queued) await sendOne(server, Number(showId), draft)
    }
  }
  // Without locks (a page that is not served safely) two tabs may both send: the version refuses the second.
  sending ??= (navigator.locks ? navigator.locks.request(LOCK, inTurn) : inTurn()).finally(() => {
    sending = null
  })
  return sending
}

async function sendOne(server: Server, showId: number, draft: ShowDraft): Promise<void> {
  try {
    await saveOnce(server, showId, draft)
    toast({ title: 'Prediction Saved!', description: 'The picks that you submitted before are in.' })
  } catch (error) {
    if (isServerUnavailable(error)) return
    useDraftStore.getState().unqueue(showId)
    toast({
      title: 'Failed to save prediction',
      description: hasCode(error, 'stale_version')
        ? 'Other picks were saved for this show meanwhile. Submit again to choose.'
        : serverMessage(error, 'There was an error saving your prediction. Please try again.'),
      variant: 'destructive',
    })
  }
}

/** A save whose answer was lost may be there already: then it counts, and is not somebody else's. */
async function saveOnce({ save, read }: Server, showId: number, draft: ShowDraft): Promise<void> {
  try {
    await save({ showId, draft })
  } catch (error) {
    const saved = hasCode(error, 'stale_version') ? await read(showId) : null
    if (!saved || !sameSlots(draft.slots, saved.setlist)) throw error
    useDraftStore.getState().confirm(showId, draft.slots, saved)
  }
}
