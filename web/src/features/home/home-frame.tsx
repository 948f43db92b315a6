import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import styles from './home.module.css'

export function HomeFrame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <div className={styles.home}>{children}</div>
    </Page>
  )
}
