import { enqueueTourBadges } from '@called-it/infra/postgres/queries/badges/badges'
import {
  getProgress,
  markCancelled,
  unmarkCancelled,
} from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { announceToPlayers } from '@called-it/infra/postgres/queries/notifications/announcements'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { changeShow, type ShowParts } from './changed-show.ts'

/** @throws ApiError `show_not_found`, `show_scored`, `show_cancelled`, `setlist_begun` */
export function cancelShow(
  parts: ShowParts,
  actor: Actor,
  showId: number,
  reason: string | null,
): Promise<void> {
  return changeShow(parts, actor, showId, async ({ trx, changed, show, now, audit }) => {
    if (show.isScored) throw new ApiError('show_scored')
    if (show.isCancelled) throw new ApiError('show_cancelled')
    const { hasSongs, wasScored } = await getProgress(trx, showId)
    if (hasSongs || wasScored) throw new ApiError('setlist_begun')
    await markCancelled(trx, showId, { kind: 'cancelled', at: now.toISOString(), reason, from: null })
    await announceToPlayers(trx, [{ kind: 'show-cancelled', showId, payload: { reason } }])
    await enqueueTourBadges(trx)
    await audit('show:cancelled', { reason })
    changed.add(topics.catalogue)
  })
}

/**
 * A show that was played nevertheless can be restored once its lock has passed: its songs are public.
 *
 * @throws ApiError `show_not_found`; `show_excluded` when its source has cancelled it; `setlist_begun`
 */
export function restoreShow(parts: ShowParts, actor: Actor, showId: number): Promise<void> {
  return changeShow(parts, actor, showId, async ({ trx, changed, show, now, settle, audit }) => {
    if (!show.cancelledAt) {
      if (!show.isCancelled) return
      throw new ApiError('show_excluded', { text: { id: 'error.source-cancel' } })
    }
    if (now < show.locksAt && (await getProgress(trx, showId)).hasSongs) throw new ApiError('setlist_begun')
    await unmarkCancelled(trx, showId)
    await settle()
    await enqueueTourBadges(trx)
    await audit('show:restored', {})
    changed.add(topics.catalogue)
  })
}
