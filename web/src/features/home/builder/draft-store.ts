import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Draft } from '@called-it/shared/game/draft'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onUserLeave } from '../../../lib/account/user-storage.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { createDraftStorage, mergeDrafts, sameSlots } from './draft-storage.ts'
import { draftOf, NEW_DRAFT, type PickedSong, type ShowDraft } from './show-draft.ts'

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
  return useOfDraft(showId, (draft) => draft)
}

/** Renders again only when this part of the draft changes. */
export function useOfDraft<Part>(showId: number | null, select: (draft: ShowDraft) => Part): Part {
  return useDraftStore(({ drafts }) => select((showId === null ? undefined : drafts[showId]) ?? NEW_DRAFT))
}
