import clsx from 'clsx'
import { isOver, type LiveStage } from '../../../lib/live/live-stage.ts'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import styles from './live-night.module.css'

const ROWS = 8

export function LiveNightSkeleton({ stage }: { stage: LiveStage }) {
  return (
    <Loading label={t('live.show-loads')} className={clsx(styles.live, styles.waiting)}>
      <div className={styles.bar}>
        <Skeleton shape="pill" height="54px" />
      </div>
      <div className={styles.night} data-dark={!isOver(stage) || undefined}>
        <Skeleton shape="block" height="236px" />
        <Skeleton shape="block" height="236px" />
        <Card heading={t('live.songs')}>
          <SkeletonBlocks count={ROWS} height="50px" />
        </Card>
        <Card heading={t('live.board')}>
          <SkeletonBlocks count={ROWS} height="50px" />
        </Card>
      </div>
    </Loading>
  )
}
