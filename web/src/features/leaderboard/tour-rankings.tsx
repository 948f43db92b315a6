import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { dateRange } from '../../lib/shows/show-date.ts'
import { useTours } from '../../lib/shows/tours.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TakeAlong } from '../../ui/take-along.tsx'
import { Board } from './board.tsx'
import styles from './board-picker.module.css'

type TourRankingsProps = { tourId: number | null; onChoose: (tourId: number) => void }

export function TourRankings({ tourId, onChoose }: TourRankingsProps) {
  const tours = useTours()
  const tour = tours.data?.find(({ id }) => id === tourId)

  if (tours.isPending) {
    return (
      <Loading label="Loading tours...">
        <Skeleton width="9rem" height="44px" shape="pill" />
      </Loading>
    )
  }
  if (tours.isError) return <LoadFailed title="The tours could not be loaded." onRetry={tours.refetch} />
  if (tours.data.length === 0)
    return <EmptyState title="No tours available.">Each tour gets a board of its own.</EmptyState>

  return (
    <>
      <div className={clsx(styles.picker, 'row wraps')}>
        <Menu
          trigger={
            <Button variant={tour ? 'plain' : 'main'}>
              pick a tour <ChevronDown aria-hidden />
            </Button>
          }
        >
          {tours.data.map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => onChoose(id)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
        {tour && (
          <div>
            <h2>{tour.name}</h2>
            <p className="soft small">{dateRange(tour.start_date, tour.end_date)}</p>
          </div>
        )}
        {tour && tour.final_show !== null && (
          <ButtonLink to={paths.season(tour.id)}>podium and awards</ButtonLink>
        )}
        {tour && tour.final_show === null && <TakeAlong tourId={tour.id} />}
      </div>
      {tour ? (
        <Board key={tour.id} board={tour.id} emptyText="No scores recorded for this tour yet." />
      ) : (
        <EmptyState title="Select a tour to see the leaderboard" />
      )}
    </>
  )
}
