import clsx from 'clsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import head from './show-head.module.css'

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
