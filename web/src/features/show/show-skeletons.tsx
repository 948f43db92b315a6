import { SET_NAMES, SET_SIZES } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonBlocks } from '../../ui/skeleton.tsx'
import cards from './card-sets.module.css'
import reveal from './reveal.module.css'
import head from './show-head.module.css'

const PICKED_SONGS = 20

export function HeadSkeleton() {
  return (
    <Card className={head.head}>
      <div className={clsx(head.facts, 'anywhere')}>
        <Skeleton width="40%" />
        <Skeleton width="70%" height="2.4rem" />
        <Skeleton width="50%" />
        <Skeleton width="60%" />
      </div>
      <div className={clsx(head.state, 'stack-4')}>
        <Skeleton width="9rem" height="52px" shape="pill" />
      </div>
    </Card>
  )
}

export function RevealSkeleton() {
  return (
    <div className={reveal.reveal}>
      <Card heading="the crowd's card">
        <p className={reveal.players}>
          <Skeleton width="14rem" height="3.25rem" />
        </p>
        <div className={cards.sets}>
          {SET_NAMES.map((set) => (
            <div key={set} className={clsx(cards.set, cards.songs)}>
              <SkeletonBlocks count={SET_SIZES[set]} height="44px" />
            </div>
          ))}
        </div>
      </Card>
      <Card heading="most picked songs">
        <div className={cards.songs}>
          <SkeletonBlocks count={PICKED_SONGS} height="30px" />
        </div>
      </Card>
    </div>
  )
}
