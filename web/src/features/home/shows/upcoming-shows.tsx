import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { longDate } from '../../../lib/shows/show-date.ts'
import { useUpcomingShows } from '../../../lib/shows/use-shows.ts'
import { useSite } from '../../../lib/site.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { Carousel, CarouselArrows } from '../carousel/carousel.tsx'
import { UpcomingSkeleton } from './show-skeletons.tsx'
import { ShowTicket } from './show-ticket.tsx'
import styles from './upcoming-shows.module.css'

/** The shows that are open for picks, one ticket at a time. */
export function UpcomingShows({ selectedShowId }: { selectedShowId: number | null }) {
  const { data: shows, isPending, isError, refetch } = useUpcomingShows()
  const heading = useSite().data?.texts.upcomingTitle ?? 'upcoming shows'
  const { index, turnTo } = useShowInSight(shows ?? [], selectedShowId)
  const count = shows?.length ?? 0

  return (
    <Card
      heading={heading}
      aside={
        <div className={styles.arrows}>
          {count > 1 && <CarouselArrows what="show" index={index} count={count} onTurn={turnTo} />}
        </div>
      }
    >
      {isPending && (
        <Loading label="Loading shows...">
          <UpcomingSkeleton />
        </Loading>
      )}
      {isError && <LoadFailed title="The shows could not be loaded." onRetry={refetch} />}
      {shows && count === 0 && (
        <EmptyState title="No upcoming shows scheduled.">
          New dates appear here as soon as they are announced.
        </EmptyState>
      )}
      {shows && count > 0 && (
        <Carousel
          label={heading}
          index={index}
          onIndexChange={turnTo}
          slides={shows.map((show, position) => ({
            key: show.id,
            label: `${longDate(show.showdate)}, ${show.venue}`,
            content: (
              <ShowTicket
                show={show}
                place={count > 1 ? `${position + 1} / ${count}` : null}
                isNear={isBeside(position, index, count)}
              />
            ),
          }))}
        />
      )}
    </Card>
  )
}

/**
 * Which show is in sight: the one that the fan has turned to, and whenever another one is selected, that one.
 * It stays in sight when shows before it leave the list.
 */
function useShowInSight(shows: readonly Show[], selectedShowId: number | null) {
  const [inSight, setInSight] = useState<number | null>(null)
  const [followed, setFollowed] = useState<number | null>(null)
  if (followed !== selectedShowId) {
    setFollowed(selectedShowId)
    if (selectedShowId !== null) setInSight(selectedShowId)
  }
  return {
    index: Math.max(
      shows.findIndex(({ id }) => id === inSight),
      0,
    ),
    turnTo: (index: number) => setInSight(shows[index]?.id ?? null),
  }
}

/** In sight, or the next one in either direction of the loop. */
function isBeside(position: number, index: number, count: number): boolean {
  const distance = Math.abs(position - index)
  return Math.min(distance, count - distance) <= 1
}
