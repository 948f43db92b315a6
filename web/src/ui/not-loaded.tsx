import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Loading, SkeletonBlocks } from './skeleton.tsx'

type NotLoadedProps = {
  /** In sentences, as in *Loading the board...*. */
  what: string
  query: { isError: boolean; refetch: () => unknown }
  /** How many, and as high as what is loaded; `children` where it has another shape. */
  blocks?: readonly [count: number, height: string]
  /** The failure needs a card around it. */
  failsInCard?: boolean
  className?: string | undefined
  children?: ReactNode
}

/** In place of what a query has not loaded: its shape, or the failure with *try again*. */
export function NotLoaded({
  what,
  query: { isError, refetch },
  blocks: [count, height] = [0, '0'],
  failsInCard = false,
  className,
  children,
}: NotLoadedProps) {
  if (isError) {
    const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded.`
    const failure = <LoadFailed title={title} onRetry={refetch} />
    return failsInCard ? <Card>{failure}</Card> : failure
  }
  return (
    <Loading label={`Loading ${what}...`} className={className}>
      <SkeletonBlocks count={count} height={height} />
      {children}
    </Loading>
  )
}
