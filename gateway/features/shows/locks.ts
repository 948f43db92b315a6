import {
  getProgress,
  lockNow,
  openPicksAgain,
  setLock,
  setStart,
} from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { announceToPlayers } from '@called-it/infra/postgres/queries/notifications/announcements'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { isShowOpen, requireOpenPicks } from '../../resources/show.ts'
import { changeShow, type ShowParts } from './changed-show.ts'

/**
 * @param locksAt null: by the start of the show
 * @throws ApiError `show_not_found`, `show_scored`, `show_cancelled`; `picks_closed`: a lock that has passed stays; 422
 *   for an instant that is not in the future
 */
export function lockShow(
  parts: ShowParts,
  actor: Actor,
  showId: number,
  locksAt: Date | null,
): Promise<void> {
  return changeShow(parts, actor, showId, async ({ trx, show, now, settle, audit }) => {
    requireOpenPicks(show, now)
    if (locksAt) requireFuture(locksAt, now)
    await setLock(trx, showId, locksAt)
    await settle()
    await audit('show:locked', { locksAt: locksAt?.toISOString() ?? null })
  })
}

/**
 * Running saves finish first, later ones are refused.
 *
 * @throws ApiError `show_not_found`, `show_scored`, `show_cancelled`, `picks_closed`
 */
export function lockShowNow(parts: ShowParts, actor: Actor, showId: number): Promise<void> {
  return changeShow(parts, actor, showId, async ({ trx, changed, show, now, audit }) => {
    requireOpenPicks(show, now)
    const [at, from] = [now.toISOString(), show.locksAt.toISOString()]
    await lockNow(trx, showId, { kind: 'locked-early', at, reason: null, from })
    await audit('show:locked', { locksAt: at, from })
    changed.add(topics.catalogue)
  })
}

/**
 * @param startsLocal by the venue's clock; null: as listed, or the band's usual time
 * @throws ApiError like `lockShow`
 */
export function setShowStart(
  parts: ShowParts,
  actor: Actor,
  showId: number,
  startsLocal: string | null,
): Promise<void> {
  return changeShow(parts, actor, showId, async ({ trx, show, now, settle, audit }) => {
    requireOpenPicks(show, now)
    await setStart(trx, showId, startsLocal)
    await settle()
    await audit('show:start-set', { startsLocal })
  })
}

/** @throws ApiError 422 */
function requireFuture(locksAt: Date, now: Date): void {
  if (locksAt > now) return
  throw new ApiError('invalid', { issues: [{ path: 'locks_at', message: FIELD_TEXTS.pastLock }] })
}

/**
 * Opens the picks of a show until another lock, which hides them again.
 *
 * @throws ApiError `show_not_found`, `show_scored`, `show_cancelled`; `picks_open`; `setlist_begun`; `picks_closed` when
 *   a run has scored the show or is about to; 422 for an instant that is not in the future
 */
export function reopenPicks(
  parts: ShowParts,
  actor: Actor,
  showId: number,
  { locksAt, reason }: { locksAt: Date; reason: string },
): Promise<void> {
  return changeShow(parts, actor, showId, async ({ trx, changed, show, now, audit }) => {
    if (show.isScored) throw new ApiError('show_scored')
    if (show.isCancelled) throw new ApiError('show_cancelled')
    if (isShowOpen(show, now)) throw new ApiError('picks_open')
    const { hasSongs, wasScored } = await getProgress(trx, showId)
    if (hasSongs) throw new ApiError('setlist_begun')
    if (wasScored || show.closedByRun !== null) throw new ApiError('picks_closed')
    requireFuture(locksAt, now)
    const from = show.locksAt.toISOString()
    await openPicksAgain(trx, showId, {
      locksAt,
      notice: { kind: 'reopened', at: now.toISOString(), reason, from },
    })
    const until = locksAt.toISOString()
    await announceToPlayers(trx, [{ kind: 'picks-reopened', showId, payload: { until, reason } }])
    await audit('show:picks-reopened', { locksAt: until, from, reason })
    changed.add(topics.catalogue)
  })
}
