import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { use, useRef } from 'react'
import { type ConnectionStatus, EventConnectionContext } from '../lib/events/connection.ts'
import { t } from '../lib/words/texts.ts'
import styles from './connection-light.module.css'

const WORDS = {
  connecting: null,
  live: null,
  reconnecting: 'site.reconnecting',
  offline: 'site.offline',
  replaced: 'site.paused',
} as const satisfies Record<ConnectionStatus, PlainId | null>

/** Seen only while the connection is lost. */
export function ConnectionLight() {
  const { restartEvents, useConnectionStatus } = use(EventConnectionContext)
  const status = useConnectionStatus()
  const word = WORDS[status]
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
        {word && t(word)}
        {status === 'replaced' && (
          <button type="button" className={styles.resume} onClick={resume}>
            {t('site.resume')}
          </button>
        )}
      </span>
    </span>
  )
}
