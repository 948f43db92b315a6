import { hasCode } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { ScoreCard } from './score-card.tsx'
import { describeScoreFailure, useScore } from './score-queries.ts'
import { ScoreSkeleton } from './score-skeleton.tsx'

type ScoreViewProps = { showId: number; onClose: () => void }

export function ScoreView({ showId, onClose }: ScoreViewProps) {
  const { prediction, breakdown } = useScore(showId)
  const back = <Button onClick={onClose}>Back to Setlist</Button>

  if (breakdown.data) {
    return (
      <ScoreCard
        breakdown={breakdown.data.breakdown}
        actualSetlist={breakdown.data.actualSetlist}
        picks={breakdown.data.prediction.setlist}
        showDetails={breakdown.data.showDetails}
        onClose={onClose}
      />
    )
  }
  if (prediction.data === null) {
    return (
      <Card heading="score">
        <EmptyState title="No prediction found for this show" action={back} />
      </Card>
    )
  }
  const error = prediction.error ?? breakdown.error
  if (hasCode(error, 'not_scored')) {
    return (
      <Card heading="Score: Not Available">
        <EmptyState title={describeScoreFailure(error)} action={back} />
      </Card>
    )
  }
  if (error) {
    return (
      <Card heading="Error loading score data:">
        <LoadFailed
          title={prediction.error ? 'Failed to load prediction for this show' : describeScoreFailure(error)}
          onRetry={(prediction.error ? prediction : breakdown).refetch}
          moreActions={back}
        />
      </Card>
    )
  }
  return <ScoreSkeleton />
}
