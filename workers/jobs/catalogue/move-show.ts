import { enqueueTourBadges } from '@called-it/infra/postgres/queries/badges/badges'
import { updateTourOfShow } from '@called-it/infra/postgres/queries/catalogue/hand-edits'
import { findScorableShowForUpdate } from '@called-it/infra/postgres/queries/standings/score-sets'
import { moveStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { topics } from '@called-it/shared/contract/events'
import { RunFailedError, type RunHandler } from '../../runs/run-context.ts'

/**
 * Moves a show to another tour or to none. The points of a scored show move by this show's scores alone,
 * since counting whole boards would read every show of both tours. Both boards change in one transaction.
 */
export const moveShow: RunHandler<'move-show'> = (context) => {
  const { showId, tourId } = context.run.order
  return context.finish(async (trx, changedTopics) => {
    await holdLock(trx, 'standings')
    const show = await findScorableShowForUpdate(trx, showId)
    if (!show) throw new RunFailedError('show_not_found')
    if (show.tourId === tourId) return { message: 'The show is on this tour already.', moved: false }
    const { scoreSetId } = show
    if (scoreSetId !== null && show.tourId !== null) {
      await moveStandings(trx, [show.tourId], { showId, from: scoreSetId, to: null })
    }
    await updateTourOfShow(trx, showId, tourId)
    if (scoreSetId !== null && tourId !== null) {
      await moveStandings(trx, [tourId], { showId, from: null, to: scoreSetId })
    }
    await enqueueTourBadges(trx)
    for (const board of [show.tourId, tourId]) if (board !== null) changedTopics.add(topics.board(board))
    changedTopics.add(topics.show(showId))
    changedTopics.add(topics.catalogue)
    return { message: 'The show is on its new tour, and its points with it.', moved: true }
  })
}
