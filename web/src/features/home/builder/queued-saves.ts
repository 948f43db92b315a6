import { useEffect } from 'react'
import { hasCode, isAway, serverMessage } from '../../../lib/api.ts'
import { useLiveCatchUp } from '../../../lib/live/use-live-event.ts'
import { onServerReturn } from '../../../lib/server-return.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { type ShowDraft, useDraftStore } from './draft-store.ts'
import { useSavePrediction } from './prediction-queries.ts'

const LOCK = 'called-it:queued-saves'

type SendDraft = (save: { showId: number; draft: ShowDraft }) => Promise<unknown>

/**
 * Sends what was submitted while the server was away: as soon as it is back, also after a reload, and once, however
 * many tabs are open.
 */
export function useQueuedSaves(): void {
  const { user } = useCurrentUser()
  const { mutateAsync } = useSavePrediction()
  const isFan = Boolean(user)
  useEffect(() => {
    if (!isFan) return
    const send = () => void sendQueued(mutateAsync)
    send()
    window.addEventListener('online', send)
    const stopWaiting = onServerReturn(send)
    return () => {
      window.removeEventListener('online', send)
      stopWaiting()
    }
  }, [isFan, mutateAsync])
  useLiveCatchUp(() => {
    if (isFan) void sendQueued(mutateAsync)
  })
}

/** Tabs take turns, and look again at what another one has left to send. */
async function sendQueued(send: SendDraft): Promise<void> {
  const inTurn = async () => {
    await useDraftStore.persist.rehydrate()
    for (const [showId, draft] of Object.entries(useDraftStore.getState().drafts)) {
      if (draft.queued) await sendOne(send, Number(showId), draft)
    }
  }
  // Without locks (a page that is not served safely) two tabs may both send: the version refuses the second.
  await (navigator.locks ? navigator.locks.request(LOCK, inTurn) : inTurn())
}

async function sendOne(send: SendDraft, showId: number, draft: ShowDraft): Promise<void> {
  try {
    await send({ showId, draft })
    toast({ title: 'Prediction Saved!', description: 'The connection is back, and your picks are in.' })
  } catch (error) {
    if (isAway(error)) return
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
