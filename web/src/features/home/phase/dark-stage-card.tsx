import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { useRecentShows } from '../../../lib/shows/use-shows.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { type PhaseCardProps, PhaseStage } from './phase-stage.tsx'
import { TourPodium } from './tour-podium.tsx'

/** No show takes picks. */
export function DarkStageCard({ main }: Pick<PhaseCardProps, 'main'>) {
  const show = useRecentShows().data?.find(({ is_scored }) => is_scored)
  return (
    <>
      <PhaseStage
        label="next show"
        lit={false}
        above="No upcoming shows scheduled."
        title="the stage is dark. play an old one."
        below={
          show
            ? `${show.venue}, ${longDate(show.showdate)}: guess it with only what fans knew the day before.`
            : 'New dates appear here as soon as they are announced.'
        }
        actions={
          show && (
            <>
              <ButtonLink variant={main} size="l" to={paths.practice(show.id)}>
                play this show
              </ButtonLink>
              <ButtonLink size="l" to={paths.practiceShows}>
                choose another
              </ButtonLink>
            </>
          )
        }
      />
      {show?.tour_id && <TourPodium tourId={show.tour_id} />}
    </>
  )
}
