import clsx from 'clsx'
import { use, useRef } from 'react'
import { EventConnectionContext } from '../lib/events/connection.ts'
import styles from './connection-light.module.css'

const WORDS = {
  connecting: '',
  live: '',
  reconnecting: 'reconnecting',
  offline: 'offline',
  replaced: 'paused: too many pages are open',
} as const

/** Seen only while the connection is lost. */
export function ConnectionLight() {
  const { restartEvents, useConnectionStatus } = use(EventConnectionContext)
  const status = useConnectionStatus()
  const light = useRef<HTMLSpanElement>(null)
  const resume = () => {
    restartEvents()
    // The button goes away.
    light.current?.focus()
  }
  return (
    <span
      ref={light}
      role="status"
      tabIndex={-1}
      className={clsx(styles.light, 'row-2 soft small', styles[status])}
    >
      <span className={styles.word}>
        {WORDS[status]}
        {status === 'replaced' && (
          <button type="button" className={styles.resume} onClick={resume}>
            resume here
          </button>
        )}
      </span>
    </span>
  )
}
