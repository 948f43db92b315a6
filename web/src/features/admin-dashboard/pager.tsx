import { Button } from '../../ui/button.tsx'
import styles from './admin-dashboard.module.css'
import type { Pages } from './use-pages.ts'

type PagerProps = {
  /** What is listed. */
  label: string
  pages: Pages
  /** Where the following page starts; null at the end. */
  next: number | null
}

/** The way to the other pages of a list; nothing where there is one page. */
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
