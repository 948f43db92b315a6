import type { Show } from '@called-it/shared/contract/shows'
import { shortDate } from '../../../lib/shows/show-date.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import styles from './pick-sheet.module.css'

export function SheetTitle({ show }: { show: Show | undefined }) {
  const left = useTimeLeft(show)
  if (!show) return 'songs'
  return (
    <>
      {show.venue}
      <small className={styles.when}>
        {shortDate(show.showdate)}
        {left && ` · closes in ${left}`}
      </small>
    </>
  )
}
