import type { Show } from '@called-it/shared/contract/shows'
import { paths } from '../../lib/paths.ts'
import { useTours } from '../../lib/shows/tours.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'

/** Below the last show of a tour that is over. */
export function SeasonLink({ show }: { show: Show }) {
  const tour = useTours().data?.find(({ final_show }) => final_show === show.id)
  if (!tour) return null
  return (
    <Card heading={`${tour.name} is over`}>
      <ButtonLink to={paths.season(tour.id)}>see podium and awards</ButtonLink>
    </Card>
  )
}
