import type { ReactNode } from 'react'
import { useTours } from '../../lib/shows/tours.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './leaderboard-page.module.css'
import { useThisShow } from './use-this-show.ts'

type ThisTourProps = {
  /** Null: the one of this show, else the newest. */
  tourId: number | null
  children: (tourId: number) => ReactNode
}

/** The name of a tour above a board of it. */
export function ThisTour({ tourId, children }: ThisTourProps) {
  const tours = useTours()
  const { show, isPending } = useThisShow(null)
  if (tours.isPending || isPending) {
    return (
      <Loading label="Loading the tour...">
        <SkeletonBlocks count={10} height="48px" />
      </Loading>
    )
  }
  if (tours.isError) return <LoadFailed title="The tours could not be loaded." onRetry={tours.refetch} />
  const wanted = tourId ?? show?.tour_id
  const tour = tours.data.find(({ id }) => id === wanted) ?? tours.data[0]
  if (!tour) return <EmptyState title="No tours available.">Each tour gets a board of its own.</EmptyState>
  return (
    <>
      <h2 className={styles.name}>{tour.name}</h2>
      {children(tour.id)}
    </>
  )
}
