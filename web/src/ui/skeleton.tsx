import clsx from 'clsx'
import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

type SkeletonProps = {
  width?: string
  height?: string
  shape?: 'line' | 'block' | 'pill' | 'circle'
  className?: string
}

/** Put several into a {@link Loading}. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line', className }: SkeletonProps) {
  return (
    <span aria-hidden className={clsx(styles.skeleton, styles[shape], className)} style={{ width, height }} />
  )
}

export function SkeletonBlocks({ count, height }: { count: number; height: string }) {
  return Array.from({ length: count }, (_, index) => index).map((block) => (
    <Skeleton key={block} height={height} shape="block" />
  ))
}

type LoadingProps = {
  /** Read out, as in `Loading setlist...` */
  label: string
  className?: string | undefined
  children: ReactNode
}

export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  )
}
