import clsx from 'clsx'
import { use, useRef } from 'react'
import { LiveConnectionContext } from '../lib/events/connection.ts'
import styles from './live-indicator.module.css'

const WORDS = {
  connecting: '',
  live: 'live',
  reconnecting: 'reconnecting',
  offline: 'offline',
  replaced: 'paused: too many pages are open',
} as const

export function LiveIndicator() {
  const { restartLive, useLiveStatus } = use(LiveConnectionContext)
  const status = useLiveStatus()
  const light = useRef<HTMLSpanElement>(null)
  const resume = () => {
    restartLive()
    // The button goes away.
    light.current?.focus()
  }
  return (
    <span ref={light} role="status" tabIndex={-1} className={clsx(styles.light, styles[status])}>
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
