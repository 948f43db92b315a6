import type { LiveEditor, Tap } from '@called-it/shared/contract/live-editing'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { serverNow } from '../../lib/api/server-clock.ts'
import { onServerRecovery } from '../../lib/api/server-recovery.ts'
import { onConnected } from '../../lib/events/connection.ts'
import { resendTaps, sendTaps } from './send-taps.ts'
import {
  addTap,
  dropLastUntried,
  forgetStored,
  type QueuedTap,
  type RefusedTap,
  readStoredTaps,
  tapsOf,
  useTaps,
} from './tap-queue.ts'

/** The second touch of a double tap comes within this time, and must not hit the tile that has moved there. */
const DOUBLE_TAP_MS = 600

export const UNDO_MS = 5_000

export type GivenTap = { readonly operation: Tap['operation']; readonly songName: string | null }

/** Without an id it is not in the catalogue. */
export type PlayedSong = { readonly id: number | null; readonly name: string }

export type Tapping = {
  tap: (given: GivenTap) => void
  /** As `tap`, for tiles and buttons that stay under the thumb: not for the second touch of a double tap. */
  touch: (given: GivenTap) => void
  /** What the editor does not have yet. */
  readonly pending: readonly QueuedTap[]
  readonly refused: readonly RefusedTap[]
  /** Null once it is older than {@link UNDO_MS}. */
  readonly lastTap: (GivenTap & { readonly at: number }) | null
}

/** The taps of this device, which are sent in order as soon as there is a connection. */
export function useTapping(showId: number, editor: LiveEditor): Tapping {
  const queryClient = useQueryClient()
  const { queued, refused } = useTaps(showId)
  const [lastTap, setLastTap] = useState<Tapping['lastTap']>(null)
  const touchedAt = useRef({ undo: 0, other: 0 })
  const pending = queued.filter(({ storedAs }) => storedAs === null || storedAs > editor.revision)
  const hasStored = pending.length < queued.length

  const listener = {
    onSent: () => void queryClient.refetchQueries({ queryKey: queryKeys.liveEditor(showId), exact: true }),
    onDenied: () => void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser }),
  }
  const resend = useEffectEvent(() => resendTaps(showId, listener))
  useEffect(() => {
    const onBack = () => resend()
    const onOtherTab = () => readStoredTaps()
    readStoredTaps()
    onBack()
    addEventListener('online', onBack)
    addEventListener('storage', onOtherTab)
    const stops = [onConnected(onBack), onServerRecovery(onBack)]
    return () => {
      removeEventListener('online', onBack)
      removeEventListener('storage', onOtherTab)
      for (const stop of stops) stop()
    }
  }, [])
  useEffect(() => {
    const timer = lastTap && setTimeout(() => setLastTap(null), UNDO_MS)
    return () => clearTimeout(timer ?? undefined)
  }, [lastTap])
  useEffect(() => {
    if (hasStored) forgetStored(showId, editor.revision)
  }, [showId, editor.revision, hasStored])

  const tap = (given: GivenTap) => {
    const now = serverNow()
    setLastTap({ ...given, at: now })
    if (given.operation.op === 'undo' && dropLastUntried(showId)) return
    addTap(showId, {
      ...given,
      base: newestSeen(editor.revision, tapsOf(showId).queued),
      at: new Date(now).toISOString(),
    })
    sendTaps(showId, listener)
  }
  const touch = (given: GivenTap) => {
    const kind = given.operation.op === 'undo' ? 'undo' : 'other'
    const now = Date.now()
    if (Math.abs(now - touchedAt.current[kind]) < DOUBLE_TAP_MS) return
    touchedAt.current[kind] = now
    tap(given)
  }
  return { tap, touch, pending, refused, lastTap }
}

/** Own taps count as seen as soon as they are stored, unless others came between. */
function newestSeen(revision: number, queued: readonly QueuedTap[]): number {
  return queued.reduce((seen, { storedAs }) => (storedAs === seen + 1 ? storedAs : seen), revision)
}
