import type { ReactNode } from 'react'
import styles from './big-facts.module.css'

/** The large numbers at the top of a page. */
export function BigFacts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function BigFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
