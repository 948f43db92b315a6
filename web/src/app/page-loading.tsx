import { useLayoutEffect } from 'react'
import { delayIdle } from '../lib/browser/when-idle.ts'
import { t } from '../lib/words/texts.ts'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './page-loading.module.css'

export function PageLoading({ label = t('site.loading') }: { label?: string | undefined }) {
  useLayoutEffect(delayIdle, [])
  return (
    <Page>
      <div role="status" className={styles.loading}>
        <Spinner size="40px" />
        {label}
      </div>
    </Page>
  )
}
