import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import styles from './home.module.css'

/** The page and the grid that home and its skeleton stand in. */
export function HomeFrame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <div className={styles.home}>{children}</div>
    </Page>
  )
}
