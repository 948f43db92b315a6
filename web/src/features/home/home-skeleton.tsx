import { SET_NAMES, SET_SIZES } from '@called-it/shared/game/setlist'
import { useSite } from '../../lib/api/site.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { StageCard } from '../../ui/stage-card.tsx'
import builder from './builder/builder.module.css'
import home from './home.module.css'
import { HomeFrame } from './home-frame.tsx'
import styles from './home-skeleton.module.css'
import { ScoringRulesCard } from './scoring/scoring-rules-card.tsx'
import { RecentSkeleton, UpcomingSkeleton } from './shows/show-skeletons.tsx'
import upcomingShows from './shows/upcoming-shows.module.css'
import { WelcomeCard } from './welcome-card.tsx'

/** What needs no data is final, the rest has the size of what loads. */
export function HomeSkeleton() {
  const upcoming = useSite().data?.texts.upcomingTitle ?? t('home.upcoming')
  return (
    <HomeFrame phase={<PhaseSkeleton />} isLoading>
      <p role="status" className="visually-hidden">
        {t('home.loading')}
      </p>
      <div className={home.welcome}>
        <WelcomeCard />
      </div>
      <div className={home.next}>
        <Card heading={upcoming} aside={<span className={upcomingShows.arrows} />}>
          <UpcomingSkeleton />
        </Card>
      </div>
      <div className={home.stage} data-testid="builder-skeleton">
        <BuilderSkeleton />
      </div>
      <div className={home.songs}>
        <Card heading={t('home.songs')} data-testid="songs-skeleton">
          <SongsSkeleton />
        </Card>
      </div>
      <div className={home.more}>
        <ScoringRulesCard />
      </div>
      <div className={home.recent}>
        <Card heading={t('home.recent')} aside={<span className={upcomingShows.arrows} />}>
          <RecentSkeleton />
        </Card>
      </div>
    </HomeFrame>
  )
}

function PhaseSkeleton() {
  return (
    <StageCard lit={false} className={styles.phase}>
      <Skeleton width="9rem" height="1.2em" />
      <Skeleton width="16rem" height="2.4em" />
    </StageCard>
  )
}

function BuilderSkeleton() {
  return (
    <Card heading={<Skeleton width="14rem" height="1.2em" />}>
      <div className={builder.sets}>
        {SET_NAMES.map((set) => (
          <div key={set} className={builder.slots} data-testid="set-skeleton">
            <Skeleton width="4.5rem" height="22px" />
            <SkeletonBlocks count={SET_SIZES[set]} height="46px" />
          </div>
        ))}
      </div>
      <div className={builder.actions}>
        <Skeleton shape="pill" height="52px" />
      </div>
    </Card>
  )
}

function SongsSkeleton() {
  return (
    <>
      <div className={styles.search}>
        <Skeleton shape="pill" height="var(--tap)" />
      </div>
      <div className={styles.orders}>
        <Skeleton shape="pill" width="5.2rem" height="var(--tap)" />
        <Skeleton shape="pill" width="3.6rem" height="var(--tap)" />
      </div>
      <div className={styles.songs}>
        <SkeletonBlocks count={12} height="44px" />
      </div>
    </>
  )
}
