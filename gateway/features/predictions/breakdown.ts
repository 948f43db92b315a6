import type { Database } from '@called-it/infra/postgres/client'
import {
  getPlayedSets,
  getScoredBy,
  type PlayedSong,
} from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import type { Prediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import { getScoreHistogram } from '@called-it/infra/postgres/queries/standings/scores'
import type { Standing } from '@called-it/shared/contract/scoring'
import { type Score, scorePrediction } from '@called-it/shared/game/scoring'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { medianOf, playersIn, rankByTotal } from '@called-it/shared/game/standings'
import { ApiError } from '../../http/errors.ts'
import { getShow } from '../../resources/show.ts'

export type ScoredPrediction = {
  score: Score
  played: ArrangedSets<PlayedSong>
  show: Show
  standing: Standing
}

/**
 * Scores a prediction by the setlist revision and the points of its stored score, so that both agree even after the
 * setlist was corrected, or the points were changed.
 *
 * @throws ApiError `setlist_not_found`, `not_scored`
 */
export async function scoreAgain(db: Database, prediction: Prediction): Promise<ScoredPrediction> {
  const show = await getShow(db, prediction.show_id)
  if (show.setlistRevisionId === null) throw new ApiError('setlist_not_found')
  if (show.scoreSetId === null || prediction.score === null) throw new ApiError('not_scored')
  const { revisionId, points } = await getScoredBy(db, show.scoreSetId)
  const played = await getPlayedSets(db, revisionId)
  const merged = await getMergedSongs(db)
  const score = scorePrediction(prediction.picks, toSongIds(played), merged, null, points)
  const histogram = await getScoreHistogram(db, show.scoreSetId)
  const standing = {
    rank: rankByTotal(histogram)(prediction.score),
    players: playersIn(histogram),
    median: medianOf(histogram),
  }
  return { score, played, show, standing }
}

export function toSongIds({ set1, set2, encore, further }: ArrangedSets<PlayedSong>) {
  const idsOf = (songs: readonly PlayedSong[]) => songs.map(({ id }) => id)
  return {
    set1: idsOf(set1),
    set2: idsOf(set2),
    encore: idsOf(encore),
    further: further.map(({ set, songs }) => ({ set, songs: idsOf(songs) })),
  }
}
