import { dueOf } from '@called-it/shared/game/usual-gap'
import clsx from 'clsx'
import styles from './gap-bar.module.css'

type GapBarProps = { gap: number; usual: number | null; className?: string | undefined }

/** The notch in the middle is the usual gap. Words stand beside it. */
export function GapBar({ gap, usual, className }: GapBarProps) {
  const due = dueOf(gap, usual)
  if (due === null) return null
  return (
    <span aria-hidden className={clsx(styles.bar, className)}>
      <span style={{ width: `${Math.min(due, 1) * 50}%` }} />
      <span style={{ width: `${Math.min(Math.max(due - 1, 0), 1) * 50}%` }} />
    </span>
  )
}
