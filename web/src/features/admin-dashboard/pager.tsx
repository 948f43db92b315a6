import { Button } from '../../ui/button.tsx'
import styles from './admin-dashboard.module.css'
import type { Pages } from './use-pages.ts'

type PagerProps = {
  /** Of what is listed, in the plural. */
  label: string
  pages: Pages
  /** The cursor of the next page; null on the last. */
  next: number | null
}

/** Renders nothing if there is one page. */
export function Pager({ label, pages, next }: PagerProps) {
  if (pages.number === 1 && next === null) return null
  return (
    <nav aria-label={`pages of ${label}`} className={styles.pager}>
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
