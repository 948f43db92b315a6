import type { ReactNode } from 'react'
import styles from './big-facts.module.css'

/** The large numbers at the top of a page. */
export function BigFacts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

type BigFactProps = {
  label: string
  /** Has a line of its own on phones, whatever the font. */
  isLong?: boolean
  children: ReactNode
}

export function BigFact({ label, isLong = false, children }: BigFactProps) {
  return (
    <div className={isLong ? styles.long : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
