import { SET_NAMES } from '@called-it/shared/game/setlist'
import { createJSONStorage, type PersistStorage } from 'zustand/middleware'
import { userStorage } from '../../../lib/account/user-storage.ts'
import type { ShowDraft } from './show-draft.ts'

export type StoredDrafts = { readonly drafts: Readonly<Record<string, ShowDraft>> }
type Drafts = StoredDrafts['drafts']

/** Shared by all tabs: each writes only the drafts that it has changed, and keeps those of the others. */
export function createDraftStorage(): PersistStorage<StoredDrafts> | undefined {
  const storage = createJSONStorage<StoredDrafts>(() => userStorage)
  if (!storage) return undefined
  let known: Drafts = {}
  const read = (name: string) => {
    const stored = storage.getItem(name)
    return stored && 'state' in stored ? stored : null
  }
  return {
    ...storage,
    getItem: (name) => {
      const stored = read(name)
      known = stored?.state.drafts ?? {}
      return stored
    },
    setItem: (name, { state: { drafts }, ...rest }) => {
      const stored = Object.entries(read(name)?.state.drafts ?? {})
      const kept = stored.filter(([id]) => !(id in known) || id in drafts)
      const changed = Object.entries(drafts).filter(([id, draft]) => draft !== known[id])
      known = drafts
      return storage.setItem(name, { ...rest, state: { drafts: Object.fromEntries([...kept, ...changed]) } })
    },
  }
}

/**
 * The drafts of a tab after a read of the storage. Unsaved changes of this tab win. If the stored draft has the same
 * songs, it wins: another tab may have saved it meanwhile.
 */
export function mergeDrafts(stored: unknown, held: Drafts): Drafts {
  if (!isStoredDrafts(stored)) return held
  const unsaved = Object.entries(held).filter(([id, draft]) => {
    const other = stored.drafts[id]
    return !other || (draft.changed && !sameSlots(draft.slots, other.slots))
  })
  return { ...stored.drafts, ...Object.fromEntries(unsaved) }
}

function isStoredDrafts(stored: unknown): stored is StoredDrafts {
  return typeof stored === 'object' && stored !== null && 'drafts' in stored
}

export function sameSlots(a: ShowDraft['slots'], b: ShowDraft['slots']): boolean {
  return SET_NAMES.every(
    (set) => a[set].length === b[set].length && a[set].every((song, index) => song?.id === b[set][index]?.id),
  )
}
