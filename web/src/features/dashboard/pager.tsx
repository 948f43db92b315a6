import clsx from 'clsx'
import { Button } from '../../ui/button.tsx'
import styles from './dashboard.module.css'
import type { Pages } from './use-pages.ts'

type PagerProps = {
  /** What is listed, in the plural. */
  label: string
  pages: Pages
  next: number | null
}

export function Pager({ label, pages, next }: PagerProps) {
  if (pages.number === 1 && next === null) return null
  return (
    <nav aria-label={`pages of ${label}`} className={clsx(styles.pager, 'row-2')}>
      <Button variant="quiet" disabled={pages.number === 1} onClick={pages.goBack}>
        previous
      </Button>
      <span className="tabular soft small" role="status">
        page {pages.number}
      </span>
      <Button
        variant="quiet"
        disabled={next === null}
        onClick={() => {
          if (next !== null) pages.goOn(next)
        }}
      >
        next
      </Button>
    </nav>
  )
}
