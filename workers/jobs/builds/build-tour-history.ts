import { listPerformances } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import type { OrderedBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { getPickCounts } from '@called-it/infra/postgres/queries/predictions/public-picks'
import { getScores } from '@called-it/infra/postgres/queries/standings/scores'
import {
  findTourHistory,
  listScoredShows,
  type ScoredShow,
  storeTourHistory,
} from '@called-it/infra/postgres/queries/standings/tour-histories'
import type { StoredShowCounts, StoredTourStep } from '@called-it/infra/postgres/schema/builds'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { resolveSong } from '@called-it/shared/game/merged-songs'
import { TourTotals } from '@called-it/shared/game/tour-totals'
import type { RunContext, RunHandler } from '../../runs/run-context.ts'

type Context = RunContext<'build-tour-history'>

/**
 * Stores the totals of a tour's players after each of its scored shows. Picks are counted for shows whose score set the
 * stored history does not have.
 */
export const buildTourHistory: RunHandler<'build-tour-history'> = async (context) => {
  const { db, run, signal, progress } = context
  const { tourId } = run.order
  const shows = await listScoredShows(db, tourId)
  const known = await findTourHistory(db, tourId)
  const counted = new Map(known?.scoreSets.map((scoreSetId, index) => [scoreSetId, known.steps[index]?.show]))
  const tour = new TourTotals()
  const steps: StoredTourStep[] = []
  for (const show of shows) {
    signal.throwIfAborted()
    progress(steps.length, shows.length)
    const scores = await getScores(db, show.scoreSetId)
    tour.add(scores.userIds, scores.totals)
    steps.push({
      showId: show.id,
      players: tour.players,
      histogram: packHistogram(tour.histogram()),
      show: counted.get(show.scoreSetId) ?? (await countShow(context, show, scores)),
    })
  }
  return context.finish(async (trx) => {
    const scoreSets = shows.map(({ scoreSetId }) => scoreSetId)
    await storeTourHistory(trx, tourId, { scoreSets, steps })
    return { shows: shows.length }
  })
}

async function countShow(
  { db }: Context,
  { id, revisionId }: ScoredShow,
  { userIds, totals }: OrderedBoard,
): Promise<StoredShowCounts> {
  const merged = await getMergedSongs(db)
  const { songs } = await getPickCounts(db, id, { merged })
  const performances = await listPerformances(db, revisionId)
  const played = new Set(performances.map(({ songId }) => resolveSong(merged, songId)))
  const board = new TourTotals()
  board.add(userIds, totals)
  return {
    players: board.players,
    histogram: packHistogram(board.histogram()),
    songs: Array.from(played, (song) => [song, songs.get(song) ?? 0]),
  }
}
