import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import styles from './home.module.css'

type HomeFrameProps = { phase: ReactNode; isLoading?: boolean; children: ReactNode }

export function HomeFrame({ phase, isLoading, children }: HomeFrameProps) {
  return (
    <Page>
      {phase && (
        <div className={styles.phase} data-loading={isLoading}>
          {phase}
        </div>
      )}
      <div className={styles.home}>{children}</div>
    </Page>
  )
}
