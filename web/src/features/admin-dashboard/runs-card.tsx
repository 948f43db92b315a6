import type { Run } from '@called-it/shared/contract/runs'
import { isOpenRun, RUN_LABELS, useRuns } from '../../lib/runs.ts'
import { plainDate } from '../../lib/show-date.ts'
import { useShowDetails } from '../../lib/shows.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RunProgress } from '../../ui/run-progress.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './admin-dashboard.module.css'

/** How many of those that have ended are told of. */
const ENDED_SHOWN = 4

/** What is being worked on, whoever ordered it, as it gets on; and how the last ones ended. */
export function RunsCard() {
  const { data, isPending, isError, refetch } = useRuns()
  const open = data?.runs.filter(isOpenRun).toReversed() ?? []
  const ended = data?.runs.filter((run) => !isOpenRun(run)).slice(0, ENDED_SHOWN) ?? []
  const subjects = useSubjects([...open, ...ended])
  return (
    <Card heading="runs" note={open.length > 0 ? open.length : undefined}>
      {isPending && (
        <Loading label="Loading runs...">
          <Skeleton height="184px" shape="block" />
        </Loading>
      )}
      {isError && !data && (
        <EmptyState
          drawing="unplugged"
          title="The runs could not be loaded."
          action={<Button onClick={() => void refetch()}>try again</Button>}
        />
      )}
      {data && open.length === 0 && <p className="soft">Nothing is running.</p>}
      <ul className={styles.runs} aria-label="open runs">
        {open.map((run) => (
          <li key={run.id}>
            <p className={styles.subject}>{subjects(run)}</p>
            <RunProgress run={run} />
          </li>
        ))}
      </ul>
      {ended.length > 0 && (
        <>
          <h3 className={styles.endedHeading}>lately</h3>
          <ul className={styles.ended} aria-label="ended runs">
            {ended.map((run) => (
              <EndedRun key={run.id} run={run} subject={subjects(run)} />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function EndedRun({ run, subject }: { run: Run; subject: string }) {
  return (
    <li className={styles.endedRun}>
      <Badge tone={run.state === 'failed' ? 'danger' : 'good'}>{run.state}</Badge>
      <span>
        {RUN_LABELS[run.kind]} {subject}{' '}
        <span className="soft">{run.orderedBy === null ? 'by the system' : `by ${run.orderedBy}`}</span>
        {run.error && <span className={styles.failure}> {run.error.message}</span>}
      </span>
    </li>
  )
}

/** What a run works on, in words. */
function useSubjects(runs: readonly Run[]): (run: Run) => string {
  const showIds = runs.flatMap(({ showId }) => (showId === null ? [] : [showId]))
  const { shows } = useShowDetails([...new Set(showIds)])
  return ({ kind, showId }) => {
    if (showId === null) return kind === 'reset-scores' ? 'all scores' : 'the catalogue'
    const show = shows.get(showId)
    return show ? `${show.venue}, ${plainDate(show.showdate)}` : `show ${showId}`
  }
}
