import type { Prediction } from '@called-it/shared/contract/predictions'
import { type Draft, emptyDraft } from '@called-it/shared/game/draft'

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
