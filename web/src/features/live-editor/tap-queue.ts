import type { Tap, TapResult } from '@called-it/shared/contract/live-editing'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { onUserLeave, userStorage } from '../../lib/account/user-storage.ts'

export type QueuedTap = Tap & {
  readonly songName: string | null
  /** It may be stored although no response came. */
  readonly wasTried: boolean
  /** The revision that has it; null until the server confirms it. */
  readonly storedAs: number | null
}

/** A tap that the server does not take. */
export type RefusedTap = Pick<QueuedTap, 'opId' | 'operation' | 'songName'> & { readonly reason: string }

type ShowTaps = { readonly queued: readonly QueuedTap[]; readonly refused: readonly RefusedTap[] }

const NO_TAPS: ShowTaps = { queued: [], refused: [] }

/** Persisted, so that taps survive a reload, a closed tab and a phone that ran out of power. */
const useTapStore = create<{ readonly shows: Readonly<Record<number, ShowTaps>> }>()(
  persist(() => ({ shows: {} }), {
    name: 'live-taps',
    version: 1,
    storage: createJSONStorage(() => userStorage),
  }),
)

onUserLeave(() => useTapStore.setState({ shows: {} }))

/** Another tab may have changed the queue. */
export function readStoredTaps(): void {
  void useTapStore.persist.rehydrate()
}

export function useTaps(showId: number): ShowTaps {
  return useTapStore(({ shows }) => shows[showId] ?? NO_TAPS)
}

export function tapsOf(showId: number): ShowTaps {
  return useTapStore.getState().shows[showId] ?? NO_TAPS
}

export function nextUnsent(showId: number): QueuedTap | undefined {
  return tapsOf(showId).queued.find(({ storedAs }) => storedAs === null)
}

export function addTap(showId: number, tap: Pick<QueuedTap, 'base' | 'at' | 'operation' | 'songName'>): void {
  const added = { ...tap, opId: newOpId(), wasTried: false, storedAs: null }
  change(showId, (taps) => ({ ...taps, queued: [...taps.queued, added] }))
}

/** Takes back the last tap if it cannot have left the device; returns whether it did. */
export function dropLastUntried(showId: number): boolean {
  readStoredTaps()
  const last = tapsOf(showId).queued.at(-1)
  if (!last || last.wasTried || last.operation.op === 'undo') return false
  change(showId, (taps) => ({ ...taps, queued: taps.queued.slice(0, -1) }))
  return true
}

export function markTried(showId: number, opId: string): void {
  change(showId, (taps) => ({
    ...taps,
    queued: taps.queued.map((tap) => (tap.opId === opId ? { ...tap, wasTried: true } : tap)),
  }))
}

/** Taps that saw the same revision as this one saw its own result too, unless others came between. */
export function confirmTap(showId: number, sent: Tap, { outcome, revision }: TapResult): void {
  const isNext = outcome !== 'conflict' && revision === sent.base + 1
  change(showId, (taps) => ({
    ...taps,
    queued: taps.queued.flatMap((tap) => {
      if (tap.opId === sent.opId) return outcome === 'conflict' ? [] : [{ ...tap, storedAs: revision }]
      return [isNext && tap.storedAs === null && tap.base === sent.base ? { ...tap, base: revision } : tap]
    }),
  }))
}

export function refuseTap(showId: number, { opId }: Tap, reason: string): void {
  change(showId, ({ queued, refused }) => ({
    queued: queued.filter((tap) => tap.opId !== opId),
    refused: [
      ...refused,
      ...queued
        .filter((tap) => tap.opId === opId)
        .map(({ operation, songName }) => ({ opId, operation, songName, reason })),
    ],
  }))
}

export function dismissRefused(showId: number, opId: string): void {
  change(showId, (taps) => ({ ...taps, refused: taps.refused.filter((tap) => tap.opId !== opId) }))
}

/** The editor at this revision has them. */
export function forgetStored(showId: number, revision: number): void {
  const isHeld = ({ storedAs }: QueuedTap) => storedAs === null || storedAs > revision
  if (tapsOf(showId).queued.every(isHeld)) return
  change(showId, (taps) => ({ ...taps, queued: taps.queued.filter(isHeld) }))
}

function change(showId: number, update: (taps: ShowTaps) => ShowTaps): void {
  readStoredTaps()
  useTapStore.setState(({ shows }) => ({ shows: { ...shows, [showId]: update(shows[showId] ?? NO_TAPS) } }))
}

/** As `crypto.randomUUID`, which needs HTTPS. */
function newOpId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
