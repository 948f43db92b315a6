import { ERRORS } from '@called-it/shared/contract/errors'
import clsx from 'clsx'
import { hasCode } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import { ScoreCard } from './score-card.tsx'
import { describeScoreFailure, useScore } from './score-queries.ts'
import { ScoreSkeleton } from './score-skeleton.tsx'
import { ScoreTitle } from './score-title.tsx'
import styles from './scoring.module.css'
import { ShowNotes } from './show-notes.tsx'

type ScoreViewProps = { showId: number; onClose: () => void }

export function ScoreView({ showId, onClose }: ScoreViewProps) {
  const { prediction, breakdown } = useScore(showId)
  const back = <Button onClick={onClose}>Back to Setlist</Button>
  const { data } = breakdown

  if (data?.breakdown && data.actualSetlist) {
    return (
      <ScoreCard
        breakdown={data.breakdown}
        actualSetlist={data.actualSetlist}
        picks={data.prediction.setlist}
        showDetails={data.showDetails}
        standing={data.standing}
        corrections={data.corrections}
        notes={<ShowNotes showId={showId} />}
        actions={
          <div className={clsx(styles.actions, 'buttons')}>
            <ShareButton variant="main" size="l" showId={showId} />
            <ButtonLink size="l" to={paths.replay(showId)}>
              replay
            </ButtonLink>
          </div>
        }
        onClose={onClose}
      />
    )
  }
  if (prediction.data === null) return <EmptyState title="No prediction found for this show" action={back} />
  const error = prediction.error ?? breakdown.error
  if (data || hasCode(error, 'not_scored')) {
    return (
      <>
        <ScoreTitle title="Score: Not Available" />
        <EmptyState title={data ? describeMissing(data) : describeScoreFailure(error)} action={back} />
      </>
    )
  }
  if (error) {
    return (
      <>
        <ScoreTitle title="Error loading score data:" />
        <LoadFailed
          title={prediction.error ? 'Failed to load prediction for this show' : describeScoreFailure(error)}
          onRetry={(prediction.error ? prediction : breakdown).refetch}
          moreActions={back}
        />
      </>
    )
  }
  return <ScoreSkeleton />
}

function describeMissing(payload: { breakdown?: unknown; actualSetlist?: unknown }): string {
  if (payload.breakdown) return 'Actual setlist data is missing.'
  return payload.actualSetlist ? 'Score breakdown data is missing.' : ERRORS.not_scored.message
}
