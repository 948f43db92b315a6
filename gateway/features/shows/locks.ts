import * as showLocks from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { requireOpenPicks } from '../../resources/show.ts'
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
    await showLocks.setLock(trx, showId, locksAt)
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
    await showLocks.lockNow(trx, showId, { kind: 'locked-early', at, reason: null, from })
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
    await showLocks.setStart(trx, showId, startsLocal)
    await settle()
    await audit('show:start-set', { startsLocal })
  })
}

/** @throws ApiError 422 */
export function requireFuture(locksAt: Date, now: Date): void {
  if (locksAt > now) return
  throw new ApiError('invalid', { issues: [{ path: 'locks_at', message: FIELD_TEXTS.pastLock }] })
}
