import { getScoredBy, listPerformances } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { findShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { getLivePlayers } from '@called-it/infra/postgres/queries/live/live-shows'
import { countPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import { findReplay, storeReplay } from '@called-it/infra/postgres/queries/standings/tour-histories'
import type { StoredReplayStep } from '@called-it/infra/postgres/schema/builds'
import { REPLAY_ROWS } from '@called-it/shared/contract/replays'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { LiveBoard } from '@called-it/shared/game/live/live-board'
import { replaySteps } from '@called-it/shared/game/live/replay'
import type { Points } from '@called-it/shared/game/points'
import { type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'

type Context = RunContext<'build-replay'>

/** Stores the board of a scored show after each of its songs, unless that of its present scores is stored. */
export const buildReplay: RunHandler<'build-replay'> = async (context) => {
  const { db, run } = context
  const { showId } = run.order
  const show = await findShow(db, showId)
  if (!show) throw new RunFailedError('show_not_found')
  const { scoreSetId } = show
  if (scoreSetId === null) throw new RunFailedError('show_not_scored')
  const stored = await findReplay(db, showId, scoreSetId)
  const steps = stored ?? (await computeSteps(context, await getScoredBy(db, scoreSetId)))
  return context.finish(async (trx) => {
    if (!stored) await storeReplay(trx, { showId, scoreSetId, steps })
    return { steps: steps.length }
  })
}

/** Keeps as much in memory as the live board of the show did. */
async function computeSteps(
  { db, pool, run, signal }: Context,
  { revisionId, points }: { revisionId: number; points: Points },
): Promise<StoredReplayStep[]> {
  const { showId } = run.order
  const performances = await listPerformances(db, revisionId)
  const played = performances.map(({ setName, songId }) => ({ set: setName, song: songId }))
  const count = await countPredictions(db, showId)
  const { userIds, picks } = await getLivePlayers(pool, showId, count, signal)
  const board = new LiveBoard(picks, await getMergedSongs(db), points)
  return replaySteps(played).map(({ actual, openSet }) => {
    board.update(actual, openSet)
    return {
      histogram: packHistogram(board.histogram()),
      top: board.top(REPLAY_ROWS).map(({ player, total }) => [userIds[player] ?? 0, total]),
    }
  })
}
