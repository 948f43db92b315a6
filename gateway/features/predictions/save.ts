import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { lockShowForSave } from '@called-it/infra/postgres/queries/catalogue/shows'
import {
  deletePrediction,
  findPrediction,
  insertPrediction,
  lockPrediction,
  type Prediction,
  updatePicks,
} from '@called-it/infra/postgres/queries/predictions/predictions'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/clock'
import type { Picks } from '@called-it/shared/game/setlist'
import { ApiError } from '../../http/errors.ts'
import { isShowOpen } from '../shows/open-show.ts'

export type Save = {
  userId: number
  showId: number
  picks: Picks
  /** The version that the fan saw, 0 for none; undefined: the last save wins. */
  version: number | undefined
}

export type SavedPrediction = { prediction: Prediction; updated: boolean }

/**
 * Saves a fan's picks for a show, over those that were saved before. Whether the show takes picks is decided
 * in the transaction that writes: a save that races the lock or the scoring loses.
 *
 * @throws ApiError `show_not_found`, `picks_closed`, `show_scored`, or `stale_version` where another save
 * came after the version that the fan saw
 */
export async function savePicks(db: Database, save: Save): Promise<SavedPrediction> {
  return db.transaction().execute(async (trx) => {
    await lockPrediction(trx, save.showId, save.userId)
    await checkOpen(trx, save.showId)
    const known = await findPrediction(trx, save.showId, save.userId)
    if (save.version !== undefined && save.version !== (known?.version ?? 0)) {
      throw new ApiError('stale_version')
    }
    if (known) await updatePicks(trx, known.id, save.picks)
    else await insertPrediction(trx, save)
    const prediction = await findPrediction(trx, save.showId, save.userId)
    if (!prediction) throw new Error('a prediction that was just saved is not there')
    return { prediction, updated: known !== null }
  })
}

/**
 * Deletes a fan's prediction for a show that takes picks.
 *
 * @throws ApiError `show_not_found`, `prediction_not_found`, `picks_closed`, `show_scored`
 */
export async function deletePicks(db: Database, userId: number, showId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPrediction(trx, showId, userId)
    if (!(await findPrediction(trx, showId, userId))) throw new ApiError('prediction_not_found')
    await checkOpen(trx, showId)
    await deletePrediction(trx, showId, userId)
  })
}

/** Holds the show as it is to the end of the transaction, and refuses one that takes no picks. */
async function checkOpen(trx: DatabaseTransaction, showId: number): Promise<void> {
  const show = await lockShowForSave(trx, showId)
  if (!show) throw new ApiError('show_not_found')
  if (show.isScored) throw new ApiError('show_scored')
  // The time is asked for once the lock is had: waiting for it may have taken past the closing.
  if (!isShowOpen(show, await getDatabaseTime(trx))) throw new ApiError('picks_closed')
}
