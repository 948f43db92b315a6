import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

type DisclosureProps = {
  title: ReactNode
  defaultOpen?: boolean
  children: ReactNode
}

export function Disclosure({ title, defaultOpen = false, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={defaultOpen}>
      <summary className={styles.summary}>
        {title}
        <ChevronDown aria-hidden className={styles.arrow} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
