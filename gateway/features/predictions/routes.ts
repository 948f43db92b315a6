import { findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { listActiveSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import {
  findPrediction,
  findPredictionById,
  listPredictions,
  type Prediction,
} from '@called-it/infra/postgres/queries/predictions/predictions'
import { getSettings } from '@called-it/infra/postgres/queries/work/settings'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { presentActualSetlist } from '../setlists/presenter.ts'
import { presentLocation } from '../shows/presenter.ts'
import { scoreAgain, toSongIds } from './breakdown.ts'
import { checkSongsExist, readPicks } from './picks.ts'
import { presentBreakdown, presentPrediction } from './presenter.ts'
import { deletePicks, savePicks } from './save.ts'
import { readSongNames } from './song-names.ts'
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
    async savePrediction({ body, user, address }) {
      if (body.user_id !== undefined && body.user_id !== user.id) throw new ApiError('not_allowed')
      await limits.count('save-prediction', { account: user.id, address })
      const picks = readPicks(body.setlist)
      const names = await readSongNames(db, [picks])
      checkSongsExist(picks, names, ['setlist'])
      const { show_id: showId, version } = body
      const { prediction, updated } = await savePicks(db, { userId: user.id, showId, picks, version })
      return { prediction: presentPrediction(prediction, names), updated }
    },

    async getOwnPrediction({ params, user }) {
      const prediction = await findPrediction(db, params.showId, user.id)
      if (!prediction) throw new ApiError('prediction_not_found')
      return { prediction: await present(prediction) }
    },

    async deleteOwnPrediction({ params, user }) {
      await deletePicks(db, user.id, params.showId)
      return { message: 'Prediction deleted' }
    },

    async listPredictions({ params, user }) {
      if (!(await findUserById(db, params.userId))) throw new ApiError('user_not_found')
      if (!mayRead(user, params.userId)) throw new ApiError('not_allowed')
      const predictions = await listPredictions(db, params.userId)
      const names = await readSongNames(
        db,
        predictions.map(({ picks }) => picks),
      )
      return { predictions: predictions.map((prediction) => presentPrediction(prediction, names)) }
    },

    async getBreakdown({ params, user }) {
      const prediction = await findPredictionById(db, params.predictionId)
      if (!prediction) throw new ApiError('prediction_not_found')
      if (!mayRead(user, prediction.userId)) throw new ApiError('not_allowed')
      const { score, played, show } = await scoreAgain(db, prediction)
      const names = await readSongNames(db, [prediction.picks])
      return {
        prediction: presentPrediction(prediction, names),
        breakdown: presentBreakdown(score, names),
        actualSetlist: presentActualSetlist(played),
        showDetails: { date: show.showdate, venue: show.venue, location: presentLocation(show) },
      }
    },

    async testScore({ body }) {
      const { testModeEnabled } = await getSettings(db)
      if (!testModeEnabled) throw new ApiError('test_mode_off')
      const isWrapped = 'setlist' in body.prediction
      const picks = readPicks('setlist' in body.prediction ? body.prediction.setlist : body.prediction)
      const names = await readSongNames(db, [picks])
      checkSongsExist(picks, names, isWrapped ? ['prediction', 'setlist'] : ['prediction'])
      const catalogue = await listActiveSongs(db)
      const played = body.actualSetlist
        ? readPlayedSets(body.actualSetlist, catalogue)
        : samplePlayedSets(catalogue)
      const score = scorePrediction(picks, toSongIds(played))
      return {
        breakdown: presentBreakdown(score, names),
        score: score.total,
        actualSetlist: presentActualSetlist(played),
      }
    },
  }
}

/** Predictions are their fan's own; admins see everybody's. */
function mayRead(user: User, ownerId: number): boolean {
  return user.isAdmin || user.id === ownerId
}
