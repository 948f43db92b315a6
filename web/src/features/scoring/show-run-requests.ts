import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { HandSetlist } from '@called-it/shared/contract/setlists'
import type { Show } from '@called-it/shared/contract/shows'
import { useRunRequest } from '../../lib/api/use-run-request.ts'
import { t } from '../../lib/words/texts.ts'

type OnFailure = (error: Error) => boolean

export function useScoreShow(
  { id: showId, is_scored }: Show,
  { closePicks, onFailure }: { closePicks: boolean; onFailure: OnFailure },
) {
  return useRunRequest(scoringEndpoints.scoreShow, {
    input: { params: { showId }, body: { fetchSetlist: true, ...(closePicks && { closePicks }) } },
    onFailure,
    done: ({ processed, errors, message }) => ({
      title: is_scored ? t('scoring.rescored') : t('scoring.scored'),
      description: [
        t('scoring.processed', { count: String(processed), errors: String(errors) }),
        ...(message ? [message] : []),
      ].join('. '),
    }),
    failed: is_scored
      ? { title: t('scoring.rescore-fail'), fallback: t('scoring.rescore-why') }
      : { title: t('scoring.score-fail'), fallback: t('scoring.score-why') },
  })
}

export function useTestScoreShow({ id: showId }: Show, onFailure: OnFailure) {
  return useRunRequest(scoringEndpoints.testScoreShow, {
    input: { params: { showId }, body: { fetchSetlist: true } },
    onFailure,
    done: ({ scoredPredictions }) => ({
      title: t('scoring.test-done'),
      description: t('scoring.test-count', { count: String(scoredPredictions) }),
    }),
    failed: { title: t('scoring.test-fail'), fallback: t('scoring.test-why') },
  })
}

export function useImportSetlist({ id: showId }: Show) {
  return useRunRequest(setlistEndpoints.importSetlist, {
    input: { params: { showId } },
    done: ({ message }) => ({ title: t('scoring.imported'), description: message }),
    failed: { title: t('scoring.import-fail'), fallback: t('scoring.import-why') },
  })
}

/** Stores nothing: the result is read from the run, by every admin's page. */
export function useLookUpSetlist({ id: showId }: Show) {
  return useRunRequest(setlistEndpoints.lookUpSetlist, {
    input: { params: { showId } },
    done: () => null,
    failed: { title: t('scoring.not-read'), fallback: t('scoring.not-asked') },
  })
}

/** Stores nothing: the result is read from the run, by every admin's page. */
export function usePreviewScores({ id: showId }: Show, setlist: HandSetlist) {
  return useRunRequest(setlistEndpoints.previewScores, {
    input: { params: { showId }, body: { setlist } },
    done: () => null,
    failed: { title: t('scoring.preview-fail'), fallback: t('scoring.preview-why') },
  })
}
