import type { Tour } from '@called-it/shared/contract/tours'
import { type ReactNode, useState } from 'react'
import { useTours } from '../../lib/shows/tours.ts'
import { t } from '../../lib/words/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './scorecard.module.css'

type TourChoiceProps = { skeleton: ReactNode; renderTour: (tour: Tour) => ReactNode }

/** The newest tour until another is chosen. */
export function TourChoice({ skeleton, renderTour }: TourChoiceProps) {
  const tours = useTours()
  const [chosen, setChosen] = useState<string | null>(null)

  if (!tours.data) {
    return (
      <NotLoaded what={t('mine.what-tours')} query={tours} className={styles.loading}>
        <Skeleton width="18rem" height="52px" shape="pill" />
        {skeleton}
      </NotLoaded>
    )
  }
  const [first] = tours.data
  if (!first) {
    return <EmptyState title={t('mine.no-tours')}>{t('mine.no-tours-why')}</EmptyState>
  }
  return (
    <Tabs
      label={t('mine.tours')}
      value={chosen ?? String(first.id)}
      onValueChange={setChosen}
      tabs={tours.data.map((tour) => ({
        value: String(tour.id),
        label: tour.name,
        panel: renderTour(tour),
      }))}
    />
  )
}
