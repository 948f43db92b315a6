import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { DESKTOP, PHONE } from '../../../lib/browser/screen-sizes.ts'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { lazyModule } from '../../../lib/lazy-module.ts'
import { paths } from '../../../lib/paths.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { useRecentShows } from '../../../lib/shows/use-shows.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useLazyDialog } from '../../../ui/dialogs.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Carousel, CarouselArrows } from '../carousel/carousel.tsx'
import styles from './recent-shows.module.css'
import { RecentSkeleton } from './show-skeletons.tsx'

const setlistDialog = lazyModule(() => import('./setlist-dialog.tsx'))

export function RecentShows() {
  const { data: shows, isError, refetch } = useRecentShows()
  const perView = useMediaQuery(PHONE) ? 1 : 2
  const isGrid = useMediaQuery(DESKTOP)
  const [selectedIndex, setSelectedIndex] = useState(0)
  const [openedId, setOpenedId] = useState<number | null>(null)
  const dialog = useLazyDialog(setlistDialog, {
    open: openedId !== null,
    onOpenChange: () => setOpenedId(null),
  })
  const count = shows?.length ?? 0
  const index = Math.min(selectedIndex, Math.max(count - 1, 0))

  return (
    <Card
      heading={t('home.recent')}
      aside={
        <>
          <Link to={paths.practiceShows} className={styles.practice}>
            {t('home.practice')}
          </Link>
          {!isGrid && count > perView && (
            <CarouselArrows slides="show" index={index} count={count} onTurn={setSelectedIndex} />
          )}
        </>
      }
      className={styles.panel}
    >
      {!shows && (
        <NotLoaded what={t('home.the-recent')} query={{ isError, refetch }}>
          <RecentSkeleton />
        </NotLoaded>
      )}
      {shows && count === 0 && <EmptyState title={t('home.no-recent')}>{t('home.morning-after')}</EmptyState>}
      {shows && count > 0 && isGrid && (
        <ul className={styles.grid}>
          {shows.map((show) => (
            <li key={show.id}>
              <PlayedShow show={show} onView={() => setOpenedId(show.id)} />
            </li>
          ))}
        </ul>
      )}
      {shows && count > 0 && !isGrid && (
        <Carousel
          label={t('home.recent')}
          index={index}
          onIndexChange={setSelectedIndex}
          perView={perView}
          slides={shows.map((show) => ({
            key: show.id,
            label: `${plainDate(show.showdate)}, ${show.venue}`,
            content: <PlayedShow show={show} onView={() => setOpenedId(show.id)} />,
          }))}
        />
      )}
      {shows && dialog && <dialog.SetlistDialog shows={shows} openedId={openedId} onOpen={setOpenedId} />}
    </Card>
  )
}

function PlayedShow({ show, onView }: { show: Show; onView: () => void }) {
  return (
    <article aria-label={`${plainDate(show.showdate)}, ${show.venue}`} className={styles.show}>
      <p className="soft small">{plainDate(show.showdate)}</p>
      <h3 className={styles.venue}>
        <Link to={paths.show(show.id)} className="quiet-link">
          {show.venue}
        </Link>
      </h3>
      <p className="soft">{show.location}</p>
      <Button wide className={styles.view} onClick={onView}>
        {t('home.view-setlist')}
      </Button>
    </article>
  )
}
