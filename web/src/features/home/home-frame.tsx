import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import styles from './home.module.css'

/** The page and grid of home and of its skeleton. */
export function HomeFrame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <div className={styles.home}>{children}</div>
    </Page>
  )
}
