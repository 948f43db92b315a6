import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { useSite } from '../../../lib/api/site.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { useMoveAtLock } from '../../../lib/shows/use-move-at-lock.ts'
import { useUpcomingShows } from '../../../lib/shows/use-shows.ts'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Carousel, CarouselArrows } from '../carousel/carousel.tsx'
import { UpcomingSkeleton } from './show-skeletons.tsx'
import { ShowTicket } from './show-ticket.tsx'
import styles from './upcoming-shows.module.css'

export function UpcomingShows({ selectedShowId }: { selectedShowId: number | null }) {
  const upcoming = useUpcomingShows()
  useMoveAtLock(upcoming)
  const { data: shows, isError, refetch } = upcoming
  const heading = useSite().data?.texts.upcomingTitle ?? t('home.upcoming')
  const { index, turnTo } = useVisibleShow(shows ?? [], selectedShowId)
  const count = shows?.length ?? 0

  return (
    <Card
      heading={heading}
      aside={
        <div className={styles.arrows}>
          {count > 1 && <CarouselArrows slides="show" index={index} count={count} onTurn={turnTo} />}
        </div>
      }
    >
      {!shows && (
        <NotLoaded what={t('home.the-shows')} query={{ isError, refetch }}>
          <UpcomingSkeleton />
        </NotLoaded>
      )}
      {shows && count === 0 && <EmptyState title={t('home.no-upcoming')}>{t('home.new-dates')}</EmptyState>}
      {shows && count > 0 && (
        <Carousel
          label={heading}
          index={index}
          onIndexChange={turnTo}
          slides={shows.map((show, position) => ({
            key: show.id,
            label: `${longDate(show.showdate)}, ${show.venue}`,
            content: <ShowTicket show={show} place={count > 1 ? `${position + 1} / ${count}` : null} />,
          }))}
        />
      )}
    </Card>
  )
}

/** The visible show: the last one turned to or selected. By id, so that it stays when shows before it leave the list. */
function useVisibleShow(shows: readonly Show[], selectedShowId: number | null) {
  const [visibleId, setVisibleId] = useState<number | null>(null)
  const [lastSelectedId, setLastSelectedId] = useState<number | null>(null)
  if (lastSelectedId !== selectedShowId) {
    setLastSelectedId(selectedShowId)
    if (selectedShowId !== null) setVisibleId(selectedShowId)
  }
  return {
    index: Math.max(
      shows.findIndex(({ id }) => id === visibleId),
      0,
    ),
    turnTo: (index: number) => setVisibleId(shows[index]?.id ?? null),
  }
}
