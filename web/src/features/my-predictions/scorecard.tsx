import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TourChoice } from './tour-choice.tsx'
import { TourScore, TourScoreSkeleton } from './tour-score.tsx'

export function Scorecard() {
  const { user } = useCurrentUser()
  return (
    <Card heading="Your Scorecard">
      {user === null ? (
        <EmptyState
          title="Please log in to view your scorecard."
          action={
            <ButtonLink variant="main" to={paths.login}>
              log in
            </ButtonLink>
          }
        />
      ) : (
        <TourChoice skeleton={<TourScoreSkeleton />} renderTour={(tour) => <TourScore tour={tour} />} />
      )}
    </Card>
  )
}
