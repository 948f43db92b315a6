import { paths } from '../../../lib/paths.ts'
import { useBoard } from '../../../lib/shows/boards.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { useRecentShows } from '../../../lib/shows/use-shows.ts'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { t } from '../../../lib/words/texts.ts'
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
        label={t('home.next-show')}
        lit={false}
        above={t('home.no-upcoming')}
        title={t('home.dark')}
        below={
          show
            ? t('home.guess-old', { venue: show.venue, date: longDate(show.showdate) })
            : t('home.new-dates')
        }
        actions={
          show && (
            <>
              <ButtonLink variant={main} size="l" to={paths.practice(show.id)}>
                {t('home.play-this')}
              </ButtonLink>
              <ButtonLink size="l" to={paths.practiceShows}>
                {t('home.another')}
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
    <Card heading={t('home.podium')}>
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
