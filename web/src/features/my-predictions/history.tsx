import { counted } from '@called-it/shared/contract/counted'
import type { PastCard } from '@called-it/shared/contract/histories'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './history.module.css'
import { HistoryCard } from './history-card.tsx'
import picks from './picks.module.css'
import { CHART_HEIGHT, RankChart, type RankedCard } from './rank-chart.tsx'
import { TourChoice } from './tour-choice.tsx'
import { useHistory } from './use-history.ts'

export function History() {
  return <TourChoice skeleton={<TourSkeleton />} renderTour={(tour) => <TourHistory tourId={tour.id} />} />
}

function TourHistory({ tourId }: { tourId: number }) {
  const { data, isError, refetch } = useHistory(tourId)
  if (data) return <Cards cards={data.cards} isComputing={data.is_computing} />
  if (isError) {
    return (
      <Card>
        <LoadFailed title="Your history could not be loaded." onRetry={refetch} />
      </Card>
    )
  }
  return (
    <Loading label="Loading your history...">
      <TourSkeleton />
    </Loading>
  )
}

type CardsProps = { cards: readonly PastCard[]; isComputing: boolean }

function Cards({ cards, isComputing }: CardsProps) {
  if (cards.length === 0) {
    return (
      <Card>
        <EmptyState
          title="No card of this tour yet."
          action={<ButtonLink to={paths.home}>see upcoming shows</ButtonLink>}
        >
          Your cards appear here once their picks have closed.
        </EmptyState>
      </Card>
    )
  }
  const ranked = cards.flatMap((card): RankedCard[] => (card.tour ? [{ show: card.show, ...card.tour }] : []))
  const newest = ranked.at(-1)
  return (
    <div className={styles.sections}>
      <Card heading="rank over the tour" note={newest && !isComputing && inWords(newest)}>
        {newest && <RankChart cards={ranked} />}
        {isComputing && (
          <Loading label="The ranks of the tour are being computed...">
            {!newest && <SkeletonBlocks count={1} height={CHART_HEIGHT} />}
          </Loading>
        )}
        {!newest && !isComputing && <p className="soft">Your line begins with your first score.</p>}
      </Card>
      <ul className={picks.grid} aria-label="my cards, newest first">
        {cards.toReversed().map((card) => (
          <li key={card.show.id}>
            <HistoryCard card={card} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function inWords({ rank, players }: RankedCard): string {
  return `#${rank.toLocaleString('en-US')} of ${counted(players, 'player')}`
}

function TourSkeleton() {
  return (
    <div className={styles.sections}>
      <Card heading="rank over the tour">
        <SkeletonBlocks count={1} height={CHART_HEIGHT} />
      </Card>
      <div className={picks.grid}>
        <SkeletonBlocks count={6} height="19rem" />
      </div>
    </div>
  )
}
