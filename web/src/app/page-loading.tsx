import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './page-loading.module.css'

/** Stands in for a page until its code, or the right to see it, has arrived. */
export function PageLoading({ label = 'loading...' }: { label?: string | undefined }) {
  return (
    <Page>
      <div role="status" className={styles.loading}>
        <Spinner size="40px" />
        {label}
      </div>
    </Page>
  )
}
