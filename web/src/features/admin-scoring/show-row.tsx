import type { Run } from '@called-it/shared/contract/runs'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { isOpenRun, RUN_LABELS } from '../../lib/runs.ts'
import { longDate } from '../../lib/show-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RunProgress } from '../../ui/run-progress.tsx'
import styles from './admin-scoring.module.css'
import { SetlistDialog } from './setlist-dialog.tsx'
import { useScoreOrder, useTestScoreOrder } from './show-orders.ts'

type ShowRowProps = { show: Show; latestRun: Run | null }

/** A show with its state, the progress of what runs for it, and its buttons. */
export function ShowRow({ show, latestRun }: ShowRowProps) {
  const score = useScoreOrder(show)
  const test = useTestScoreOrder(show)
  const [editsSetlist, setEditsSetlist] = useState(false)
  const openRun = latestRun && isOpenRun(latestRun) ? latestRun : null
  const busy = score.isOrdering || test.isOrdering || openRun !== null
  return (
    <li className={styles.show} aria-label={`${show.venue}, ${longDate(show.showdate)}`}>
      <div className={styles.facts}>
        <p className={styles.venue}>
          {show.venue} {show.is_scored && <Badge tone="good">Scored</Badge>}
        </p>
        <p className="soft small">
          {longDate(show.showdate)} · {show.city}
          {show.city && ', '}
          {show.state ?? show.country}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={() => setEditsSetlist(true)}>
          setlist
        </Button>
        {show.is_scored ? (
          <Button
            busy={score.isOrdering}
            busyText="Rescoring..."
            disabled={busy && !score.isOrdering}
            onClick={score.start}
          >
            Rescore
          </Button>
        ) : (
          <>
            <Button
              busy={test.isOrdering}
              busyText="Testing..."
              disabled={busy && !test.isOrdering}
              onClick={test.start}
            >
              Test Score
            </Button>
            <Button
              variant="main"
              busy={score.isOrdering}
              busyText="Scoring..."
              disabled={busy && !score.isOrdering}
              onClick={score.start}
            >
              Score Show
            </Button>
          </>
        )}
      </div>
      {openRun && (
        <div className={styles.progress}>
          <RunProgress run={openRun} />
        </div>
      )}
      {latestRun?.state === 'failed' && (
        <p role="status" className={styles.failure}>
          {RUN_LABELS[latestRun.kind]} failed: {latestRun.error?.message}
        </p>
      )}
      {editsSetlist && <SetlistDialog show={show} onClose={() => setEditsSetlist(false)} />}
    </li>
  )
}
