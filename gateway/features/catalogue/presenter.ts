import type { AdminShow as StoredShow } from '@called-it/infra/postgres/queries/catalogue/hand-edits'
import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { presentShow } from '../../resources/show.ts'

export function presentAdminShow(show: StoredShow): AdminShow {
  return {
    ...presentShow(show),
    source: show.source,
    edited_by_hand: show.edited_by_hand,
    excluded: show.excluded,
    exclusion_reason: show.exclusion_reason,
    vanished: show.vanished,
    predictions: show.predictions,
    set_starts_local: show.set_starts_local,
    set_locks_at: show.set_locks_at?.toISOString() ?? null,
    setlist: show.setlist,
  }
}
