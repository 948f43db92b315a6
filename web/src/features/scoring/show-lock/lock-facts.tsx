import type { AdminShow } from '@called-it/shared/contract/catalogue'
import clsx from 'clsx'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { Notice } from '../../../ui/notice.tsx'
import { lockTimeInWords, SOURCE_WORDS } from './lock-in-words.ts'
import styles from './show-lock.module.css'

export function LockFacts({ show }: { show: AdminShow }) {
  const notice = noticeInWords(show)
  const { locks_at, utc_offset, starts_local, time_zone, time_source } = show
  return (
    <>
      {notice && <Notice role="status">{notice}</Notice>}
      <dl className={clsx(styles.facts, 'stack-2')}>
        {!show.is_cancelled && (
          <div>
            <dt>picks close</dt>
            <dd>{lockTimeInWords(locks_at, utc_offset)}</dd>
          </div>
        )}
        <div>
          <dt>start and lock</dt>
          <dd>
            {starts_local ? `${starts_local}, ${SOURCE_WORDS[time_source]}` : SOURCE_WORDS[time_source]}
          </dd>
        </div>
        <div>
          <dt>time zone</dt>
          <dd>{time_zone ?? 'unknown'}</dd>
        </div>
      </dl>
    </>
  )
}
