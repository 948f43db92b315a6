import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import styles from './stage.module.css'

const ROWS = 8

/** Its label can be read, since a replay may take some seconds. */
export function StageSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className={styles.stage}>
        <Skeleton shape="block" height="236px" />
        <Card heading={t('replay.setlist')}>
          <p aria-hidden className="soft">
            {label}
          </p>
        </Card>
        <Card heading={t('replay.board')}>
          <SkeletonBlocks count={ROWS} height="50px" />
        </Card>
      </div>
    </Loading>
  )
}
