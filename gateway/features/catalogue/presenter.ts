import type {
  AdminShow as StoredShow,
  AdminTour as StoredTour,
} from '@called-it/infra/postgres/queries/catalogue/hand-edits'
import type { AdminShow, AdminTour } from '@called-it/shared/contract/catalogue'
import { presentShow } from '../../resources/show.ts'
import { presentTour } from '../../resources/tour.ts'

export function presentAdminTour(tour: StoredTour): AdminTour {
  return { ...presentTour(tour), source: tour.source, edited_by_hand: tour.editedByHand }
}

export function presentAdminShow(show: StoredShow): AdminShow {
  const { revision, revisionOrigin: origin } = show
  return {
    ...presentShow(show),
    source: show.source,
    edited_by_hand: show.editedByHand,
    excluded: show.excluded,
    exclusion_reason: show.exclusionReason,
    vanished: show.vanished,
    predictions: show.predictions,
    set_starts_local: show.setStartsLocal,
    set_locks_at: show.setLocksAt?.toISOString() ?? null,
    setlist: revision === null || origin === null ? null : { revision, origin },
  }
}
