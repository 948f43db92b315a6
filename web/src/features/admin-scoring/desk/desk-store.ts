import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { onUserLeave, userStorage } from '../../../lib/user-storage.ts'
import { type DeskSetlist, deskSetlistOf, isSameDeskSetlist } from './desk-setlist.ts'

/** What an admin has changed of a show's setlist and not saved yet. */
type DeskDraft = {
  readonly setlist: DeskSetlist
  /** The revision that it was made from, 0 where there was none. */
  readonly basedOn: number
}

type DeskStore = {
  /** By show. A show without an entry stands as it is stored. */
  readonly drafts: Readonly<Record<number, DeskDraft>>
  put: (showId: number, draft: DeskDraft) => void
  discard: (showId: number) => void
}

/** The drafts of this admin on this device: they outlive a reload, a lost connection and a refused save. */
const useDeskStore = create<DeskStore>()(
  persist(
    (set) => ({
      drafts: {},
      put: (showId, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [showId]: draft } })),
      discard: (showId) => set(({ drafts: { [showId]: _discarded, ...drafts } }) => ({ drafts })),
    }),
    {
      name: 'setlist-desk',
      version: 1,
      storage: createJSONStorage(() => userStorage),
      partialize: ({ drafts }) => ({ drafts }),
    },
  ),
)

onUserLeave(() => useDeskStore.setState({ drafts: {} }))

/** The setlist on the desk, and what can be done with it. */
export type Desk = {
  readonly setlist: DeskSetlist
  /** The revision that it was made from, 0 where there was none. */
  readonly basedOn: number
  readonly isChanged: boolean
  /** Another revision was stored since the draft was begun. */
  readonly isOvertaken: boolean
  change: (change: (setlist: DeskSetlist) => DeskSetlist) => void
  /** Drops the draft: the stored setlist is on the desk again. */
  discard: () => void
  /** Keeps the draft, as made from the newest revision. */
  keep: () => void
}

export function useDesk(showId: number, current: CurrentSetlist | null): Desk {
  const held = useDeskStore(({ drafts }) => drafts[showId])
  const put = useDeskStore((store) => store.put)
  const discard = useDeskStore((store) => store.discard)
  const newest = current?.revision ?? 0
  const stored = deskSetlistOf(current)
  // A save whose answer was lost, or is yet to come, has left nothing to save.
  const isStored = held !== undefined && held.basedOn !== newest && isSameDeskSetlist(held.setlist, stored)
  const draft = isStored ? undefined : held
  const setlist = draft?.setlist ?? stored
  const basedOn = draft?.basedOn ?? newest
  return {
    setlist,
    basedOn,
    isChanged: draft !== undefined,
    isOvertaken: basedOn !== newest,
    change: (change) => {
      const changed = change(setlist)
      // Taken back to what is stored there is nothing to save; an empty set that was begun stays on the desk.
      const isAsStored =
        basedOn === newest &&
        isSameDeskSetlist(changed, stored) &&
        changed.further.length === stored.further.length
      if (isAsStored) discard(showId)
      else put(showId, { setlist: changed, basedOn })
    },
    discard: () => discard(showId),
    keep: () => put(showId, { setlist, basedOn: newest }),
  }
}
