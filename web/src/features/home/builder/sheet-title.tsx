import type { Show } from '@called-it/shared/contract/shows'
import { shortDate } from '../../../lib/shows/show-date.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { t } from '../../../lib/words/texts.ts'
import styles from './pick-sheet.module.css'

export function SheetTitle({ show }: { show: Show | undefined }) {
  const left = useTimeLeft(show)
  if (!show) return t('home.songs')
  return (
    <>
      {show.venue}
      <small className={styles.when}>
        {shortDate(show.showdate)}
        {left && ` · ${t('pick.closes-in', { left })}`}
      </small>
    </>
  )
}
