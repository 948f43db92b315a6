import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { onUserLeave, userStorage } from '../../../lib/account/user-storage.ts'
import { type EditableSetlist, editableSetlistOf, isSameSetlist } from './editable-setlist.ts'

type StoredDraft = {
  readonly setlist: EditableSetlist
  /** The revision it was made from, 0 for none. */
  readonly basedOn: number
}

type DraftStore = {
  readonly drafts: Readonly<Record<number, StoredDraft>>
  put: (showId: number, draft: StoredDraft) => void
  discard: (showId: number) => void
}

/** Persisted, so that a draft survives a reload, a lost connection and a refused save. */
const useDraftStore = create<DraftStore>()(
  persist(
    (set) => ({
      drafts: {},
      put: (showId, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [showId]: draft } })),
      discard: (showId) => set(({ drafts: { [showId]: _discarded, ...drafts } }) => ({ drafts })),
    }),
    {
      // Another name would lose the drafts of earlier versions.
      name: 'setlist-desk',
      version: 1,
      storage: createJSONStorage(() => userStorage),
      partialize: ({ drafts }) => ({ drafts }),
    },
  ),
)

onUserLeave(() => useDraftStore.setState({ drafts: {} }))

export type SetlistDraft = StoredDraft & {
  readonly isChanged: boolean
  /** Another revision was stored since the draft was begun. */
  readonly isOutdated: boolean
  change: (change: (setlist: EditableSetlist) => EditableSetlist) => void
  discard: () => void
  /** Bases the draft on the newest revision. */
  keep: () => void
}

export function useSetlistDraft(showId: number, current: CurrentSetlist | null): SetlistDraft {
  const held = useDraftStore(({ drafts }) => drafts[showId])
  const put = useDraftStore((store) => store.put)
  const discard = useDraftStore((store) => store.discard)
  const newest = current?.revision ?? 0
  const stored = editableSetlistOf(current)
  // After a save whose response was lost, or has not arrived yet, there is nothing left to save.
  const isStored = held !== undefined && held.basedOn !== newest && isSameSetlist(held.setlist, stored)
  const draft = isStored ? undefined : held
  const setlist = draft?.setlist ?? stored
  const basedOn = draft?.basedOn ?? newest
  return {
    setlist,
    basedOn,
    isChanged: draft !== undefined,
    isOutdated: basedOn !== newest,
    change: (change) => {
      const changed = change(setlist)
      // An added set without songs is not saved, but stays in the editor.
      const isAsStored =
        basedOn === newest &&
        isSameSetlist(changed, stored) &&
        changed.further.length === stored.further.length
      if (isAsStored) discard(showId)
      else put(showId, { setlist: changed, basedOn })
    },
    discard: () => discard(showId),
    keep: () => put(showId, { setlist, basedOn: newest }),
  }
}
