import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { longDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import styles from './night-head.module.css'

type NightHeadProps = {
  kind: string
  show: Pick<Show, 'venue' | 'location' | 'showdate'>
  children?: ReactNode
}

/** The head of a page about a past show. */
export function NightHead({ kind, show, children }: NightHeadProps) {
  return (
    <section aria-label={t('show.label')} className={clsx(styles.head, 'spread')}>
      <div className="anywhere">
        <p className={styles.kind}>{kind}</p>
        <h1 className={styles.venue}>{show.venue}</h1>
        <p className="soft small">
          {show.location} · {longDate(show.showdate)}
        </p>
      </div>
      <div className="buttons">{children}</div>
    </section>
  )
}
