import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { enqueueBadges } from '@called-it/infra/postgres/queries/badges/badges'
import { enqueueSums } from '@called-it/infra/postgres/queries/chances/above-expectation'
import { resetSystemScores } from '@called-it/infra/postgres/queries/chances/system-cards'
import {
  findScorableShow,
  listShowsToSettleForUpdate,
  type ScorableShow,
  settleReset,
} from '@called-it/infra/postgres/queries/standings/score-sets'
import { countScores } from '@called-it/infra/postgres/queries/standings/scores'
import {
  boardsOf,
  moveStandings,
  rebuildStandings,
} from '@called-it/infra/postgres/queries/standings/standings-moves'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { counted } from '@called-it/shared/contract/counted'
import { topics } from '@called-it/shared/contract/events'
import { RunFailedError, type RunHandler } from '../../runs/run-context.ts'

/** Deletes the scores of one show or of all. Scores of a later request stay, and picks stay closed. */
export const resetScores: RunHandler<'reset-scores'> = ({ run, finish }) =>
  finish(async (trx, changed) => {
    const { showId } = run.order
    await holdLock(trx, 'standings')
    const shows = await listShowsToSettleForUpdate(trx, showId, run.orderNumber)
    if (showId !== null && shows.length === 0) {
      throw new RunFailedError((await findScorableShow(trx, showId)) ? 'superseded' : 'show_not_found')
    }
    const scored = shows.filter(isScored)
    const predictions = await countScores(
      trx,
      scored.map(({ scoreSetId }) => scoreSetId),
    )
    const boards = [...new Set(scored.flatMap(boardsOf))]
    const [only, ...others] = scored
    if (only && others.length === 0) {
      await moveStandings(trx, boards, { showId: only.id, from: only.scoreSetId, to: null })
    }
    await settleAll(trx, shows, run.orderNumber)
    if (others.length > 0) await rebuildStandings(trx, boards)

    for (const { id } of scored) changed.add(topics.show(id)).add(topics.live(id))
    for (const board of boards) changed.add(topics.board(board))
    return {
      message: `The scores of ${counted(predictions, 'prediction')} of ${counted(scored.length, 'show')} were reset.`,
      shows: scored.length,
      predictions,
    }
  })

function isScored(show: ScorableShow): show is ScorableShow & { scoreSetId: number } {
  return show.scoreSetId !== null
}

/** Includes shows without scores: the result of an older run that is scoring one of them is discarded. */
async function settleAll(
  trx: DatabaseTransaction,
  shows: readonly ScorableShow[],
  orderNumber: number,
): Promise<void> {
  const showIds = shows.map(({ id }) => id)
  await settleReset(trx, showIds, orderNumber)
  await resetSystemScores(trx, showIds)
  await enqueueSums(trx, showIds)
  await enqueueBadges(trx, showIds)
}
