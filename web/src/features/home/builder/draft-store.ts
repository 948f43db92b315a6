import type { Prediction } from '@called-it/shared/contract/predictions'
import { type Draft, emptyDraft } from '@called-it/shared/game/draft'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onUserLeave } from '../../../lib/account/user-storage.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { createDraftStorage, mergeDrafts, sameSlots } from './draft-storage.ts'

export type PickedSong = { readonly id: number; readonly name: string }

export type ShowDraft = {
  readonly slots: Draft<PickedSong>
  /** The version of the saved prediction that the draft is based on; 0 for none. */
  readonly basedOn: number
  /** Server time; null where none is saved. */
  readonly savedAt: string | null
  /** True from the first change until the server has confirmed a save of exactly these slots. */
  readonly changed: boolean
  /** Submitted while the server was unavailable: sent once it recovers. */
  readonly queued: boolean
}

type DraftStore = {
  readonly drafts: Readonly<Record<number, ShowDraft>>
  /** When the picks of a show close, by the server's clock; 0 where they are closed. Not stored. */
  readonly closesAt: Readonly<Record<number, number>>
  setClosing: (showId: number, closesAt: number) => void
  /** Changes nothing before the saved prediction was adopted, nor once it can no longer be saved. */
  change: (showId: number, change: (slots: Draft<PickedSong>) => Draft<PickedSong>) => void
  /** Takes over the saved prediction, unless the draft has changes. */
  adopt: (showId: number, saved: Prediction | null) => void
  /** After a save. Slots that were changed during the request stay changed. */
  confirm: (showId: number, sent: Draft<PickedSong>, saved: Prediction) => void
  replace: (showId: number, draft: ShowDraft) => void
  queue: (showId: number) => void
  unqueue: (showId: number) => void
  discard: (showId: number) => void
}

export const NEW_DRAFT: ShowDraft = {
  slots: emptyDraft(),
  basedOn: 0,
  savedAt: null,
  changed: false,
  queued: false,
}

export function draftOf(saved: Prediction | null): ShowDraft {
  if (saved === null) return NEW_DRAFT
  return {
    slots: saved.setlist,
    basedOn: saved.version,
    savedAt: saved.updated_at,
    changed: false,
    queued: false,
  }
}

/** Drafts for practice are beside those that are saved. Nothing sends them, and they have no lock. */
export function practiceKey(showId: number): number {
  return -showId
}

/** Survives a reload; cleared on logout. */
export const useDraftStore = create<DraftStore>()(
  persist(
    (set, get) => {
      const replace = (showId: number, draft: ShowDraft) =>
        set(({ drafts }) => ({ drafts: { ...drafts, [showId]: draft } }))
      const put = (showId: number, next: (held: ShowDraft) => ShowDraft) => {
        const held = get().drafts[showId]
        if (held) replace(showId, next(held))
      }
      return {
        drafts: {},
        closesAt: {},
        setClosing: (showId, closesAt) =>
          set((store) => ({ closesAt: { ...store.closesAt, [showId]: closesAt } })),
        change: (showId, change) => {
          if (!isEditable(get(), showId)) return
          put(showId, (held) => {
            const slots = change(held.slots)
            return slots === held.slots ? held : { ...held, slots, changed: true, queued: false }
          })
        },
        adopt: (showId, saved) => {
          if (!get().drafts[showId]?.changed) replace(showId, draftOf(saved))
        },
        confirm: (showId, sent, saved) =>
          put(showId, (held) => ({
            ...draftOf(saved),
            slots: held.slots,
            changed: !sameSlots(held.slots, sent),
          })),
        queue: (showId) => put(showId, (held) => ({ ...held, queued: true })),
        unqueue: (showId) => put(showId, (held) => ({ ...held, queued: false })),
        replace,
        discard: (showId) => set(({ drafts: { [showId]: _discarded, ...drafts } }) => ({ drafts })),
      }
    },
    {
      name: 'drafts',
      version: 1,
      storage: createDraftStorage(),
      partialize: ({ drafts }) => ({ drafts }),
      merge: (stored, current) => ({ ...current, drafts: mergeDrafts(stored, current.drafts) }),
    },
  ),
)

onUserLeave(() => useDraftStore.setState({ drafts: {} }))

function isEditable({ drafts, closesAt }: DraftStore, showId: number): boolean {
  return showId in drafts && serverNow() < (closesAt[showId] ?? Number.POSITIVE_INFINITY)
}

export function canEditDraft(showId: number): boolean {
  return isEditable(useDraftStore.getState(), showId)
}

export function useShowDraft(showId: number | null): ShowDraft {
  return useDraftStore(({ drafts }) => (showId === null ? undefined : drafts[showId]) ?? NEW_DRAFT)
}
