import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { HandSetlist } from '@called-it/shared/contract/setlists'
import type { Show } from '@called-it/shared/contract/shows'
import { useRunRequest } from '../../lib/api/use-run-request.ts'

type OnFailure = (error: Error) => boolean

export function useScoreShow(
  { id: showId, is_scored }: Show,
  { closePicks, onFailure }: { closePicks: boolean; onFailure: OnFailure },
) {
  return useRunRequest(scoringEndpoints.scoreShow, {
    input: { params: { showId }, body: { fetchSetlist: true, ...(closePicks && { closePicks }) } },
    onFailure,
    done: ({ processed, errors, message }) => ({
      title: is_scored ? 'Rescoring Complete' : 'Scoring Complete',
      description: [
        `Processed ${processed} predictions with ${errors} errors`,
        ...(message ? [message] : []),
      ].join('. '),
    }),
    failed: is_scored
      ? { title: 'Rescoring Failed', fallback: 'Failed to rescore show' }
      : { title: 'Scoring Failed', fallback: 'Failed to score show' },
  })
}

export function useTestScoreShow({ id: showId }: Show, onFailure: OnFailure) {
  return useRunRequest(scoringEndpoints.testScoreShow, {
    input: { params: { showId }, body: { fetchSetlist: true } },
    onFailure,
    done: ({ scoredPredictions }) => ({
      title: 'Test Scoring Complete',
      description: `Test scored ${scoredPredictions} predictions`,
    }),
    failed: { title: 'Test Scoring Failed', fallback: 'Failed to test score show' },
  })
}

export function useImportSetlist({ id: showId }: Show) {
  return useRunRequest(setlistEndpoints.importSetlist, {
    input: { params: { showId } },
    done: ({ message }) => ({ title: 'Setlist imported', description: message }),
    failed: { title: 'Setlist import failed', fallback: 'The setlist could not be imported.' },
  })
}

/** Stores nothing: the result is read from the run, by every admin's page. */
export function useLookUpSetlist({ id: showId }: Show) {
  return useRunRequest(setlistEndpoints.lookUpSetlist, {
    input: { params: { showId } },
    done: () => null,
    failed: { title: 'The source was not read', fallback: 'The source could not be asked.' },
  })
}

/** Stores nothing: the result is read from the run, by every admin's page. */
export function usePreviewScores({ id: showId }: Show, setlist: HandSetlist) {
  return useRunRequest(setlistEndpoints.previewScores, {
    input: { params: { showId }, body: { setlist } },
    done: () => null,
    failed: { title: 'Preview failed', fallback: 'The scores could not be previewed.' },
  })
}
