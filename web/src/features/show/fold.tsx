import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import styles from './fold.module.css'

type FoldProps = { Icon: LucideIcon; heading: string; note: ReactNode; isOpen?: boolean; children: ReactNode }

/** A part of the page that says its most important fact while it is closed. */
export function Fold({ Icon, heading, note, isOpen = false, children }: FoldProps) {
  return (
    <Disclosure
      defaultOpen={isOpen}
      title={
        <>
          <Icon aria-hidden className={styles.icon} />
          <span className={clsx(styles.words, 'anywhere fills')}>
            <h2 className={styles.heading}>{heading}</h2> <span className={styles.note}>{note}</span>
          </span>
        </>
      }
    >
      {children}
    </Disclosure>
  )
}
