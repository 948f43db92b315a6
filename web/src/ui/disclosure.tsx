import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './disclosure.module.css'

type DisclosureProps = {
  title: ReactNode
  defaultOpen?: boolean
  /** Whether closed content is in the page too, for search engines. */
  isKept?: boolean
  /** Else rendered only while open, so that closed content loads nothing. */
  children: ReactNode
}

export function Disclosure({ title, defaultOpen = false, isKept = false, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(defaultOpen)
  return (
    <details
      className={styles.disclosure}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={clsx(styles.summary, 'row-3')}>
        {title}
        <ChevronDown aria-hidden className={styles.arrow} />
      </summary>
      <div className={styles.body}>{(isOpen || isKept) && children}</div>
    </details>
  )
}
