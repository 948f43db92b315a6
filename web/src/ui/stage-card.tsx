import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './stage-card.module.css'

type StageCardProps = ComponentProps<'section'> & {
  /** False where there is nothing to do or to celebrate: then it is a card like others. */
  lit?: boolean
}

/** The one lit surface of a page. A main button on it is dark by day. */
export function StageCard({ lit = true, className, children, ...rest }: StageCardProps) {
  return (
    <section {...rest} className={clsx(styles.stage, !lit && styles.unlit, className)}>
      <span aria-hidden className={styles.beam} />
      {children}
    </section>
  )
}

/** A part of the stage for what keeps its own colours, like tiles. */
export function StageInset({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx(styles.inset, className)} />
}
