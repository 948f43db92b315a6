import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { t } from '../../../lib/words/texts.ts'
import { categoryLabels } from '../../../ui/category-labels.ts'
import { Loading, Skeleton, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import styles from './scoring.module.css'

const SET_HEIGHTS: Readonly<Record<SetName, string>> = { set1: '210px', set2: '210px', encore: '84px' }

/** About as tall as a score, so that a scrolled page keeps its position. */
export function ScoreSkeleton() {
  return (
    <Loading label={t('score.loading')} className="stack-3">
      <p className="soft small" aria-hidden>
        {t('score.loading')}
      </p>
      <Skeleton height="30rem" shape="block" />
      <Skeleton width="10rem" height="1.2em" />
      <SkeletonBlocks count={categoryLabels().length} height="44px" />
      {['picks', 'played'].map((setlist) => (
        <div key={setlist} className={clsx(styles.loadingSetlist, 'stack-3')}>
          <Skeleton width="10rem" height="1.2em" />
          <div className={styles.sets}>
            {SET_NAMES.map((set) => (
              <Skeleton key={set} height={SET_HEIGHTS[set]} shape="block" />
            ))}
          </div>
        </div>
      ))}
      <SkeletonBlocks count={2} height="48px" />
    </Loading>
  )
}
