import type { Prediction } from '@called-it/shared/contract/predictions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { predictionsQuery } from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { hasCode, isServerUnavailable } from '../../../lib/api/api.ts'
import { onServerRecovery } from '../../../lib/api/server-recovery.ts'
import { useCatchUp } from '../../../lib/events/use-server-event.ts'
import { t } from '../../../lib/words/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { sameSlots } from './draft-storage.ts'
import { useDraftStore } from './draft-store.ts'
import { findPrediction, useSavePrediction } from './prediction-queries.ts'
import { toastSaveFailure } from './save-failure.ts'
import type { ShowDraft } from './show-draft.ts'

const LOCK = 'called-it:queued-saves'

type Server = {
  save: (save: { showId: number; draft: ShowDraft }) => Promise<unknown>
  read: (showId: number) => Promise<Prediction | null>
}

/** Sends drafts that were submitted while the server was unavailable: on any page, after a reload, and from one tab only. */
export function QueuedSaves(): null {
  const { user } = useCurrentUser()
  const { mutateAsync } = useSavePrediction()
  const queryClient = useQueryClient()
  const isLoggedIn = Boolean(user)
  const send = useEffectEvent(() => {
    if (!user) return
    void sendQueued({
      save: mutateAsync,
      read: async (showId) =>
        findPrediction(await queryClient.fetchQuery({ ...predictionsQuery(user.id), staleTime: 0 }), showId),
    })
  })
  useEffect(() => {
    if (!isLoggedIn) return
    send()
    const onOnline = () => send()
    window.addEventListener('online', onOnline)
    const unsubscribe = onServerRecovery(onOnline)
    return () => {
      window.removeEventListener('online', onOnline)
      unsubscribe()
    }
  }, [isLoggedIn])
  useCatchUp(() => send())
  return null
}

let sending: Promise<void> | null = null

/** Under a lock: another tab may have sent the drafts, so they are read again first. */
function sendQueued(server: Server): Promise<void> {
  const sendAll = async () => {
    await useDraftStore.persist.rehydrate()
    for (const [showId, draft] of Object.entries(useDraftStore.getState().drafts)) {
      if (draft.queued) await sendOne(server, Number(showId), draft)
    }
  }
  // Web Locks need HTTPS. Without them two tabs may both send, and the version check rejects the second.
  sending ??= (navigator.locks ? navigator.locks.request(LOCK, sendAll) : sendAll()).finally(() => {
    sending = null
  })
  return sending
}

async function sendOne(server: Server, showId: number, draft: ShowDraft): Promise<void> {
  try {
    await saveOrConfirm(server, showId, draft)
    toast({ title: t('pick.done'), description: t('pick.queue-sent') })
  } catch (error) {
    if (isServerUnavailable(error)) return
    useDraftStore.getState().unqueue(showId)
    toastSaveFailure(error, hasCode(error, 'stale_version') ? { reason: t('pick.queue-stale') } : undefined)
  }
}

/** A save whose response was lost may have succeeded: a conflict with identical picks counts as saved. */
async function saveOrConfirm({ save, read }: Server, showId: number, draft: ShowDraft): Promise<void> {
  try {
    await save({ showId, draft })
  } catch (error) {
    const saved = hasCode(error, 'stale_version') ? await read(showId) : null
    if (!saved || !sameSlots(draft.slots, saved.setlist)) throw error
    useDraftStore.getState().confirm(showId, draft.slots, saved)
  }
}
