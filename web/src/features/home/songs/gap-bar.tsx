import type { SongChanceRow } from '@called-it/shared/contract/chances'
import clsx from 'clsx'
import { dueOf } from '../../../lib/chance-words.ts'
import styles from './pick-help.module.css'

/** The notch in the middle is the usual gap. Words stand beside it. */
export function GapBar({ played, className }: { played: SongChanceRow; className?: string | undefined }) {
  const due = dueOf(played)
  if (due === null) return null
  return (
    <span aria-hidden className={clsx(styles.bar, className)}>
      <span style={{ width: `${Math.min(due, 1) * 50}%` }} />
      <span style={{ width: `${Math.min(Math.max(due - 1, 0), 1) * 50}%` }} />
    </span>
  )
}
