import { paths } from '../../../lib/paths.ts'
import { useBoard } from '../../../lib/shows/boards.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { useRecentShows } from '../../../lib/shows/use-shows.ts'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { LinkedRow, LinkedRows, ROW_LINK } from '../../../ui/linked-rows.tsx'
import { PlayerLink } from '../../../ui/player-link.tsx'
import { type PhaseCardProps, PhaseStage } from './phase-stage.tsx'

const PODIUM_STEPS = 3

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

/** Who leads the tour of the last show. */
function TourPodium({ tourId }: { tourId: number }) {
  const rows = useBoard(tourId).data?.leaderboard.slice(0, PODIUM_STEPS) ?? []
  if (rows.length === 0) return null
  return (
    <Card heading="podium">
      <LinkedRows>
        {rows.map(({ rank, userId, userName, avatar, totalScore }) => (
          <LinkedRow key={userId}>
            <span className="row-3">
              <b>{rank}</b>
              <Avatar name={userName} image={avatar} size={30} />
              <PlayerLink userId={userId} name={userName} className={ROW_LINK} />
            </span>
            <b>{formatNumber(totalScore)}</b>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}
