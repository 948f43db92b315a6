import { findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listActiveSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import {
  findPrediction,
  findPredictionById,
  listPredictions,
  type Prediction,
} from '@called-it/infra/postgres/queries/predictions/predictions'
import { getSettings } from '@called-it/infra/postgres/queries/work/settings'
import { textsIn } from '@called-it/languages/texts'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { readSongNames } from '../../resources/song-names.ts'
import { scoreAgain, toSongIds } from './breakdown.ts'
import { readOwnCorrections } from './own-corrections.ts'
import { readPicks } from './picks.ts'
import { presentActualSetlist, presentBreakdown, presentPrediction } from './presenter.ts'
import { deletePrediction, savePrediction } from './service.ts'
import { readPlayedSets, samplePlayedSets } from './test-score.ts'

type PredictionHandlers = Pick<
  Handlers,
  | 'savePrediction'
  | 'getOwnPrediction'
  | 'deleteOwnPrediction'
  | 'listPredictions'
  | 'getBreakdown'
  | 'testScore'
>

export function predictionRoutes({
  postgres: { db },
  limits,
}: Pick<GatewayParts, 'postgres'> & { limits: RateLimits }): PredictionHandlers {
  const present = async (prediction: Prediction) =>
    presentPrediction(prediction, await readSongNames(db, [prediction.picks]))

  return {
    async savePrediction(request) {
      const { prediction, names, updated } = await savePrediction({ db, limits }, request)
      return { prediction: presentPrediction(prediction, names), updated }
    },

    async getOwnPrediction({ params, user }) {
      const prediction = await findPrediction(db, params.showId, user.id)
      if (!prediction) throw new ApiError('prediction_not_found')
      return { prediction: await present(prediction) }
    },

    async deleteOwnPrediction({ params, user, address, language }) {
      await limits.count('delete-prediction', { account: user.id, address })
      await deletePrediction(db, user.id, params.showId)
      return { message: textsIn(language)('reply.picks-deleted') }
    },

    async listPredictions({ params, user }) {
      if (!(await findUserById(db, params.userId))) throw new ApiError('user_not_found')
      checkMayRead(user, params.userId)
      const predictions = (await listPredictions(db, params.userId)).filter((one) => isSeenBy(user, one))
      const names = await readSongNames(
        db,
        predictions.map(({ picks }) => picks),
      )
      return { predictions: predictions.map((prediction) => presentPrediction(prediction, names)) }
    },

    async getBreakdown({ params, user }) {
      const prediction = await findPredictionById(db, params.predictionId)
      // The same as for an unknown id: before the lock nobody learns that it exists.
      if (!prediction || !isSeenBy(user, prediction)) throw new ApiError('prediction_not_found')
      checkMayRead(user, prediction.user_id)
      const { score, played, show, standing } = await scoreAgain(db, prediction)
      const names = await readSongNames(db, [prediction.picks])
      return {
        prediction: presentPrediction(prediction, names),
        breakdown: presentBreakdown(score, names),
        actualSetlist: presentActualSetlist(played),
        standing,
        corrections: await readOwnCorrections(db, prediction),
        showDetails: { date: show.showdate, venue: show.venue, location: show.location },
      }
    },

    async testScore({ body, user, address }) {
      await limits.count('test-score', { account: user.id, address })
      const { testModeEnabled } = await getSettings(db)
      if (!testModeEnabled) throw new ApiError('test_mode_off')
      const { picks, names } =
        'setlist' in body.prediction
          ? await readPicks(db, body.prediction.setlist, 'prediction.setlist')
          : await readPicks(db, body.prediction, 'prediction')
      const catalogue = await listActiveSongs(db)
      const played = body.actualSetlist
        ? readPlayedSets(body.actualSetlist, catalogue)
        : samplePlayedSets(catalogue)
      const score = scorePrediction(picks, toSongIds(played), await getMergedSongs(db))
      return {
        breakdown: presentBreakdown(score, names),
        score: score.total,
        actualSetlist: presentActualSetlist(played),
      }
    },
  }
}

/** Before the lock a prediction is seen by its owner only, not by admins either. */
function isSeenBy({ id }: User, { user_id, isPublic }: Prediction): boolean {
  return isPublic || user_id === id
}

/** @throws ApiError `not_allowed`, `rights_rest` unless the user owns the predictions or is an admin */
function checkMayRead(user: User, ownerId: number): void {
  if (user.isAdmin || user.id === ownerId) return
  throw new ApiError(user.resting?.isAdmin ? 'rights_rest' : 'not_allowed')
}
