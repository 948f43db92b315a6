import type { ReactNode } from 'react'
import { t } from '../lib/words/texts.ts'
import { Card } from './card.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Loading, SkeletonBlocks } from './skeleton.tsx'

type NotLoadedProps = {
  /** In sentences, as in *Loading the board...*; in German in the accusative. */
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
    const title = t('ui.not-loaded', { what })
    const failure = <LoadFailed title={title.charAt(0).toUpperCase() + title.slice(1)} onRetry={refetch} />
    return failsInCard ? <Card>{failure}</Card> : failure
  }
  return (
    <Loading label={t('ui.loading', { what })} className={className}>
      <SkeletonBlocks count={count} height={height} />
      {children}
    </Loading>
  )
}
