import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { findShowForShare } from '@called-it/infra/postgres/queries/catalogue/shows'
import {
  deletePrediction as deleteRow,
  findPrediction,
  holdPredictionForUpdate,
  insertPrediction,
  type Prediction,
  updatePicks,
} from '@called-it/infra/postgres/queries/predictions/predictions'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import type { EndpointRequest } from '../../http/handler.ts'
import { requireOpenPicks } from '../../resources/show.ts'
import type { SongNames } from '../../resources/song-names.ts'
import { checkListed, readPicks } from './picks.ts'

type SaveRequest = Pick<EndpointRequest<Endpoints['savePrediction']>, 'user' | 'address' | 'body'>

/**
 * Inserts or replaces the user's prediction for a show. The transaction that writes also checks that the show is
 * open: a save that races the lock or the scoring loses.
 *
 * @throws ApiError `not_allowed` for another user's prediction; `too_many_requests`; `empty_prediction`; 422 for
 *   unknown songs; `song_not_listed`; `show_not_found`; `picks_closed`; `show_scored`; `show_cancelled`;
 *   `stale_version` when the request has another
 *   version than the stored prediction (0 for none); without a version the last save wins
 */
export async function savePrediction(
  { db, limits }: { db: Database; limits: RateLimits },
  { user, address, body }: SaveRequest,
): Promise<{ prediction: Prediction; names: SongNames; updated: boolean }> {
  if (body.user_id !== undefined && body.user_id !== user.id) throw new ApiError('not_allowed')
  await limits.count('save-prediction', { account: user.id, address })
  const { picks, names } = await readPicks(db, body.setlist, 'setlist')
  const { show_id: showId, version } = body
  return db.transaction().execute(async (trx) => {
    await holdPredictionForUpdate(trx, showId, user.id)
    await checkOpen(trx, showId)
    const stored = await findPrediction(trx, showId, user.id)
    if (version !== undefined && version !== (stored?.version ?? 0)) throw new ApiError('stale_version')
    await checkListed(trx, { picks, names }, stored?.picks ?? null, 'setlist')
    if (stored) await updatePicks(trx, stored.id, picks)
    else await insertPrediction(trx, { userId: user.id, showId, picks })
    const prediction = await findPrediction(trx, showId, user.id)
    if (!prediction) throw new Error('a prediction that was just saved is not there')
    return { prediction, names, updated: stored !== null }
  })
}

/** @throws ApiError `show_not_found`, `prediction_not_found`, `picks_closed`, `show_scored`, `show_cancelled` */
export async function deletePrediction(db: Database, userId: number, showId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdPredictionForUpdate(trx, showId, userId)
    if (!(await findPrediction(trx, showId, userId))) throw new ApiError('prediction_not_found')
    await checkOpen(trx, showId)
    await deleteRow(trx, showId, userId)
  })
}

async function checkOpen(trx: DatabaseTransaction, showId: number): Promise<void> {
  const show = await findShowForShare(trx, showId)
  if (!show) throw new ApiError('show_not_found')
  // Read the clock after taking the lock: the deadline may pass while waiting.
  requireOpenPicks(show, await getDatabaseTime(trx))
}
