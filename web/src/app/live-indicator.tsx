import clsx from 'clsx'
import { useLiveStatus } from '../lib/live/connection.ts'
import styles from './live-indicator.module.css'

const WORDS = { connecting: '', live: 'live', reconnecting: 'reconnecting', offline: 'offline' } as const

export function LiveIndicator() {
  const status = useLiveStatus()
  return (
    <span role="status" className={clsx(styles.light, styles[status])}>
      <span className={styles.word}>{WORDS[status]}</span>
    </span>
  )
}
