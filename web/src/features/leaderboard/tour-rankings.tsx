import clsx from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { dateRange } from '../../lib/shows/show-date.ts'
import { useTours } from '../../lib/shows/tours.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TakeAlong } from '../../ui/take-along.tsx'
import styles from './board-picker.module.css'
import { PickMenu } from './pick-menu.tsx'
import { useThisShow } from './use-this-show.ts'

type TourRankingsProps = {
  tourId: number | null
  /** Begins with the tour of this show. */
  isChosen?: boolean
  onChoose: (tourId: number) => void
  children: (tourId: number) => ReactNode
}

export function TourRankings({ tourId, isChosen = false, onChoose, children }: TourRankingsProps) {
  const tours = useTours()
  const { show, isPending } = useThisShow(null)
  const wanted = tourId ?? (isChosen ? show?.tour_id : null)
  const tour = tours.data?.find(({ id }) => id === wanted)

  if (!tours.data || (isChosen && isPending)) {
    return (
      <NotLoaded what={t('board.what-tours')} query={tours}>
        <Skeleton width="9rem" height="44px" shape="pill" />
      </NotLoaded>
    )
  }
  if (tours.data.length === 0)
    return <EmptyState title={t('board.no-tours')}>{t('board.no-tours-why')}</EmptyState>

  return (
    <>
      <div className={clsx(styles.picker, 'row wraps')}>
        <PickMenu
          label={t('board.pick-tour')}
          variant={tour ? 'plain' : 'main'}
          choices={tours.data}
          onChoose={onChoose}
        />
        {tour && (
          <div>
            <h2>
              <Link to={paths.tour(tour.id)} className="quiet-link anywhere">
                {tour.name}
              </Link>
            </h2>
            <p className="soft small">{dateRange(tour.start_date, tour.end_date)}</p>
          </div>
        )}
        {tour && tour.final_show !== null && (
          <ButtonLink to={paths.season(tour.id)}>{t('board.podium')}</ButtonLink>
        )}
        {tour && tour.final_show === null && <TakeAlong tourId={tour.id} />}
      </div>
      {tour ? (
        <Fragment key={tour.id}>{children(tour.id)}</Fragment>
      ) : (
        <EmptyState title={t('board.choose-tour')} />
      )}
    </>
  )
}
