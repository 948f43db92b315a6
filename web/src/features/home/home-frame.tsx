import { BESIDE } from '@called-it/shared/contract/rendered-page'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../../lib/account/session.ts'
import { t } from '../../lib/words/texts.ts'
import { Page } from '../../ui/page.tsx'
import styles from './home.module.css'

type HomeFrameProps = { phase: ReactNode; isLoading?: boolean; children: ReactNode }

export function HomeFrame({ phase, isLoading, children }: HomeFrameProps) {
  const isFan = Boolean(useCurrentUser().user)
  return (
    <Page>
      {/* Of a visitor the welcome is the first heading. */}
      {isFan && <h1 className="visually-hidden">{t('home.shows')}</h1>}
      {phase && (
        <div className={styles.phase} data-loading={isLoading} {...{ [BESIDE]: !isLoading || undefined }}>
          {phase}
        </div>
      )}
      <div className={styles.home}>{children}</div>
    </Page>
  )
}
