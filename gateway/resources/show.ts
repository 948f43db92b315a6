import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import {
  findShow,
  findShowForUpdate,
  phaseOfShow,
  type Show as StoredShow,
  stateOfShow,
} from '@called-it/infra/postgres/queries/catalogue/shows'
import type { Show } from '@called-it/shared/contract/shows'
import { arePicksPublic, isOpenForPicks, isTonight } from '@called-it/shared/game/calendar'
import { utcOffsetMinutes } from '@called-it/shared/game/time-zones'
import { ApiError } from '../http/errors.ts'

/** @throws ApiError `show_not_found` */
export async function getShow(db: Database, showId: number): Promise<StoredShow> {
  const show = await findShow(db, showId)
  if (!show) throw new ApiError('show_not_found')
  return show
}

/** @throws ApiError `show_not_found` */
export async function getShowForChange(trx: DatabaseTransaction, showId: number): Promise<StoredShow> {
  const show = await findShowForUpdate(trx, showId)
  if (!show) throw new ApiError('show_not_found')
  return show
}

/**
 * @param now by the database's clock
 * @throws ApiError `show_scored`, `show_cancelled`, `picks_closed`
 */
export function requireOpenPicks(show: StoredShow, now: Date): void {
  if (show.isScored) throw new ApiError('show_scored')
  if (show.isCancelled) throw new ApiError('show_cancelled')
  if (!isShowOpen(show, now)) throw new ApiError('picks_closed')
}

/** @param now by the database's clock */
export function isShowOpen(show: StoredShow, now: Date): boolean {
  return isOpenForPicks(stateOfShow(show), now)
}

/** @throws ApiError `show_not_found`; `show_cancelled` or `picks_open` while only their owners see the picks */
export async function getShowWithPublicPicks(db: Database, showId: number): Promise<StoredShow> {
  const show = await getShow(db, showId)
  if (show.isCancelled) throw new ApiError('show_cancelled')
  const state = { ...stateOfShow(show), is_held_by_run: show.closedByRun !== null }
  if (!arePicksPublic(state, show.readAt)) throw new ApiError('picks_open')
  return show
}

/** At the time at which the show was read. */
export function isShowTonight(show: StoredShow): boolean {
  return isTonight(stateOfShow(show), show.readAt)
}

export function presentShow(show: StoredShow): Show {
  return {
    showid: show.id,
    show_id: show.id,
    id: show.id,
    showdate: show.showdate,
    date: show.showdate,
    venue: show.venue,
    city: show.city,
    state: show.state,
    country: show.country,
    location: show.location,
    tour_id: show.tourId,
    is_scored: show.isScored,
    scored_at: show.scoredAt?.toISOString() ?? null,
    is_open: isShowOpen(show, show.readAt),
    is_cancelled: show.isCancelled,
    locks_at: show.locksAt.toISOString(),
    closes_at: show.locksAt.toISOString(),
    time_zone: show.timeZone,
    starts_local: show.startsLocal,
    starts_at: show.startsAt?.toISOString() ?? null,
    utc_offset:
      show.timeZone === null ? null : utcOffsetMinutes(show.timeZone, show.startsAt ?? show.locksAt),
    time_source: show.timeSource,
    phase: phaseOfShow(show),
    overlay: show.overlay,
    notice: show.notice,
    version: show.version,
  }
}
