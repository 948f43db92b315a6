import { scoringEndpoints } from '@called-it/shared/contract/scoring'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { HandSetlist } from '@called-it/shared/contract/setlists'
import type { Show } from '@called-it/shared/contract/shows'
import { requestRun } from '../../lib/api.ts'
import { useRunRequest } from '../../lib/use-run-request.ts'

/** Scores a show, or scores it again: on a scored show the new scores take the place of the old. */
export function useScoreOrder({ id: showId, is_scored }: Show) {
  return useRunRequest(
    scoringEndpoints.scoreShow,
    () => requestRun(scoringEndpoints.scoreShow, { params: { showId }, body: { fetchSetlist: true } }),
    {
      done: ({ processed, errors }) => ({
        title: is_scored ? 'Rescoring Complete' : 'Scoring Complete',
        description: `Processed ${processed} predictions with ${errors} errors`,
      }),
      failed: is_scored
        ? { title: 'Rescoring Failed', fallback: 'Failed to rescore show' }
        : { title: 'Scoring Failed', fallback: 'Failed to score show' },
    },
  )
}

/** Scores every prediction of a show on trial; nothing is stored. */
export function useTestScoreOrder({ id: showId }: Show) {
  return useRunRequest(
    scoringEndpoints.testScoreShow,
    () => requestRun(scoringEndpoints.testScoreShow, { params: { showId }, body: { fetchSetlist: true } }),
    {
      done: ({ scoredPredictions }) => ({
        title: 'Test Scoring Complete',
        description: `Test scored ${scoredPredictions} predictions`,
      }),
      failed: { title: 'Test Scoring Failed', fallback: 'Failed to test score show' },
    },
  )
}

/** Takes the source's setlist in the place of the one that stands. */
export function useImportSetlistOrder({ id: showId }: Show) {
  return useRunRequest(
    setlistEndpoints.importSetlist,
    () => requestRun(setlistEndpoints.importSetlist, { params: { showId } }),
    {
      done: ({ message }) => ({ title: 'Setlist imported', description: message }),
      failed: { title: 'Setlist import failed', fallback: 'The setlist could not be imported.' },
    },
  )
}

/** Asks the source what was played. What it says stands in the run, for every admin. */
export function useLookUpOrder({ id: showId }: Show) {
  return useRunRequest(
    setlistEndpoints.lookUpSetlist,
    () => requestRun(setlistEndpoints.lookUpSetlist, { params: { showId } }),
    {
      done: () => null,
      failed: { title: 'The source was not read', fallback: 'The source could not be asked.' },
    },
  )
}

/** Counts how many scores a draft would move; nothing is stored. */
export function usePreviewOrder({ id: showId }: Show, setlist: HandSetlist) {
  return useRunRequest(
    setlistEndpoints.previewScores,
    () => requestRun(setlistEndpoints.previewScores, { params: { showId }, body: { setlist } }),
    {
      done: () => null,
      failed: { title: 'Preview failed', fallback: 'The scores could not be previewed.' },
    },
  )
}
