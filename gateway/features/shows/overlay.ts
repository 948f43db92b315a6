import { setOverlay } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import type { ShowOverlay } from '@called-it/shared/contract/shows'
import type { Actor } from '../../auth/actor.ts'
import { changeShow, type ShowParts } from './changed-show.ts'

/** @throws ApiError `show_not_found` */
export function setShowOverlay(
  parts: ShowParts,
  actor: Actor,
  showId: number,
  overlay: ShowOverlay,
): Promise<void> {
  return changeShow(parts, actor, showId, async ({ trx, audit }) => {
    await setOverlay(trx, showId, overlay)
    await audit('show:overlay-set', { overlay })
  })
}
