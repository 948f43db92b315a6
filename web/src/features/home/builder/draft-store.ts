import type { Prediction } from '@called-it/shared/contract/predictions'
import { type Draft, emptyDraft } from '@called-it/shared/game/draft'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onUserLeave } from '../../../lib/user-storage.ts'
import { createDraftStorage, mergeDrafts, sameSlots } from './draft-storage.ts'

/** A song as a slot of the builder holds it. */
export type PickedSong = { readonly id: number; readonly name: string }

/** What a fan has in the builder for one show. */
export type ShowDraft = {
  readonly slots: Draft<PickedSong>
  /** The version of the saved prediction that the draft started from; 0 where none was saved. */
  readonly basedOn: number
  /** When that prediction was saved, as the server told it; null where none was. */
  readonly savedAt: string | null
  /** True from the first change until the server has confirmed a save of exactly these slots. */
  readonly changed: boolean
  /** True where the fan has submitted it while the server could not be reached: it is sent when it can be. */
  readonly queued: boolean
}

type DraftStore = {
  /** By show. A show without an entry was never opened on this device. */
  readonly drafts: Readonly<Record<number, ShowDraft>>
  /** The fan changed something. */
  change: (showId: number, change: (slots: Draft<PickedSong>) => Draft<PickedSong>) => void
  /** The saved prediction was read; a draft with changes of the fan's own stays as it is. */
  adopt: (showId: number, saved: Prediction | null) => void
  /** A save was confirmed; slots that were changed while it was on its way stay changed. */
  confirm: (showId: number, sent: Draft<PickedSong>, saved: Prediction) => void
  /** Takes the saved prediction in place of the draft, or puts an earlier draft back. */
  replace: (showId: number, draft: ShowDraft) => void
  /** The fan submitted the draft, and it could not be sent. */
  queue: (showId: number) => void
  /** It is not to be sent by itself any more. */
  unqueue: (showId: number) => void
  discard: (showId: number) => void
}

const NEW_DRAFT: ShowDraft = { slots: emptyDraft(), basedOn: 0, savedAt: null, changed: false, queued: false }

/** A saved prediction as a draft without changes. */
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

/**
 * The drafts of this fan on this device. They outlive a reload and a lost connection, and are gone with a
 * logout.
 */
export const useDraftStore = create<DraftStore>()(
  persist(
    (set) => {
      const put = (showId: number, next: (held: ShowDraft) => ShowDraft) =>
        set(({ drafts }) => ({ drafts: { ...drafts, [showId]: next(drafts[showId] ?? NEW_DRAFT) } }))
      return {
        drafts: {},
        change: (showId, change) =>
          put(showId, (held) => {
            const slots = change(held.slots)
            return slots === held.slots ? held : { ...held, slots, changed: true, queued: false }
          }),
        adopt: (showId, saved) => put(showId, (held) => (held.changed ? held : draftOf(saved))),
        confirm: (showId, sent, saved) =>
          put(showId, (held) => ({
            ...draftOf(saved),
            slots: held.slots,
            changed: !sameSlots(held.slots, sent),
          })),
        queue: (showId) => put(showId, (held) => ({ ...held, queued: true })),
        unqueue: (showId) => put(showId, (held) => ({ ...held, queued: false })),
        replace: (showId, draft) => put(showId, () => draft),
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

/** The draft of a show, an empty one where there is none yet. */
export function useShowDraft(showId: number | null): ShowDraft {
  return useDraftStore(({ drafts }) => (showId === null ? undefined : drafts[showId]) ?? NEW_DRAFT)
}
