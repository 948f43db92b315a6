import clsx from 'clsx'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './dashboard.module.css'
import type { Pages } from './use-pages.ts'

type PagerProps = {
  /** As in `pages of files`. */
  label: string
  pages: Pages
  next: number | null
}

export function Pager({ label, pages, next }: PagerProps) {
  if (pages.number === 1 && next === null) return null
  return (
    <nav aria-label={label} className={clsx(styles.pager, 'row-2')}>
      <Button variant="quiet" disabled={pages.number === 1} onClick={pages.goBack}>
        {t('admin.previous')}
      </Button>
      <span className="tabular soft small" role="status">
        {t('admin.page', { page: pages.number })}
      </span>
      <Button
        variant="quiet"
        disabled={next === null}
        onClick={() => {
          if (next !== null) pages.goOn(next)
        }}
      >
        {t('admin.next')}
      </Button>
    </nav>
  )
}
