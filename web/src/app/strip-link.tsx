import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './strip.module.css'

type StripLinkProps = {
  to: string
  words: ReactNode
  note: ReactNode
  /** At its end. */
  numbers?: ReactNode
  isLive?: boolean
}

/** Above the bar of a phone, else in the header. */
export function StripLink({ to, words, note, numbers, isLive = false }: StripLinkProps) {
  return (
    <Link to={to} className={clsx(styles.strip, 'row-3 small', isLive && styles.live)} data-strip>
      <span className={styles.words}>
        <b className={clsx(styles.title, 'semibold')}>{words}</b>
        <span className={clsx(styles.note, 'soft')}>{note}</span>
      </span>
      {numbers && <span className={styles.numbers}>{numbers}</span>}
    </Link>
  )
}
