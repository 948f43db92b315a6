import type { ErrorCode } from '@called-it/shared/contract/errors'
import type { Run, RunState } from '@called-it/shared/contract/runs'
import type { Show } from '@called-it/shared/contract/shows'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { useState } from 'react'
import { isOpenRun, requesterOf, runLabel, useRuns } from '../../lib/api/runs.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { useShowDetails } from '../../lib/shows/use-show-details.ts'
import { formatDuration } from '../../lib/words/durations.ts'
import { formatInstant } from '../../lib/words/format-instant.ts'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { RunProgress } from '../../ui/progress.tsx'
import { Skeleton, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './operations.module.css'
import { useRetryRun } from './use-retry.ts'

const FEW_RUNS = 6

export function RunList() {
  const { data, isError, refetch } = useRuns()
  const [showsAll, setShowsAll] = useState(false)
  const runs = data?.runs ?? []
  const shown = showsAll ? runs : runs.slice(0, FEW_RUNS)
  const { shows, deleted } = useShowDetails([...new Set(shown.flatMap(({ showId }) => showId ?? []))])
  return (
    <section aria-labelledby="operations-runs" className={styles.runs}>
      <h3 id="operations-runs" className={styles.title}>
        {t('system.last-runs')}
      </h3>
      {!data && (
        <NotLoaded what={t('system.runs-what')} query={{ isError, refetch }} className={styles.rows}>
          <SkeletonBlocks count={FEW_RUNS} height="107px" />
          <Skeleton height="44px" width="112px" shape="pill" />
        </NotLoaded>
      )}
      {data && runs.length === 0 && (
        <EmptyState title={t('system.no-runs')}>{t('system.runs-appear')}</EmptyState>
      )}
      <ul className={styles.rows} aria-labelledby="operations-runs">
        {shown.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            show={run.showId === null ? undefined : shows.get(run.showId)}
            isDeleted={run.showId !== null && deleted.has(run.showId)}
            isRepeated={runs.some(
              ({ id, kind, subject }) => id > run.id && kind === run.kind && subject === run.subject,
            )}
          />
        ))}
      </ul>
      {runs.length > FEW_RUNS && (
        <Button variant="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('system.fewer') : t('system.show-all', { count: runs.length })}
        </Button>
      )}
    </section>
  )
}

/** A retry would stop again: the notice of the import asks. */
const RETIRES_MANY: ErrorCode = 'import_retires_many'

type RunRowProps = {
  run: Run
  /** Undefined if the run is about no show, or the show is unknown or not loaded yet. */
  show: Show | undefined
  isDeleted: boolean
  isRepeated: boolean
}

function RunRow({ run, show, isDeleted, isRepeated }: RunRowProps) {
  const retry = useRetryRun()
  const what = describeWork(run)
  return (
    <li className={clsx(styles.row, 'row wraps')} aria-label={what}>
      <div className={styles.facts}>
        <p className="anywhere semibold">
          {what} <Outcome run={run} />
        </p>
        {run.showId !== null && (
          // An empty line until the show is loaded, so that nothing below moves.
          <p className="small">
            {show
              ? `${show.venue}, ${plainDate(show.showdate)}`
              : isDeleted
                ? t('system.show-gone')
                : '\u00a0'}
          </p>
        )}
        <p className="soft small tabular">
          {requesterOf(run)} · <time dateTime={run.createdAt}>{formatInstant(run.createdAt)}</time>
          {!isOpenRun(run) &&
            run.workedMs !== null &&
            ` · ${t('system.took', { time: formatDuration(run.workedMs) })}`}
        </p>
        {run.state === 'done' && <p className="small">{describeResult(run)}</p>}
        {run.error && <p className={styles.failure}>{run.error.message}</p>}
      </div>
      {run.state === 'failed' && run.error?.code !== RETIRES_MANY && !isRepeated && (
        <Button
          busy={retry.isPending}
          busyText={t('system.retrying')}
          aria-label={t('system.retry-what', { what })}
          onClick={() => retry.mutate(run.id)}
        >
          {t('system.retry')}
        </Button>
      )}
      {isOpenRun(run) && (
        <div className={styles.progress}>
          <RunProgress run={run} />
        </div>
      )}
    </li>
  )
}

const OUTCOMES = {
  queued: ['system.queued', 'soft'],
  running: ['system.running', 'soft'],
  done: ['system.done', 'good'],
  failed: ['system.failed', 'danger'],
} as const satisfies Record<RunState, readonly [PlainId, string]>

function Outcome({ run }: { run: Run }) {
  const [label, tone] = OUTCOMES[run.state]
  return <Badge tone={tone}>{t(label)}</Badge>
}

function describeWork({ kind, showId }: Run): string {
  return showId === null
    ? runLabel(kind)
    : t('system.work-on-show', { work: runLabel(kind), show: String(showId) })
}

function describeResult({ result }: Run): string {
  const message = typeof result?.message === 'string' ? result.message : null
  const count = result?.processed ?? result?.scoredPredictions
  const scored = typeof count === 'number' ? t('system.fans', { count }) : null
  return [scored, message].filter((part) => part !== null).join('. ')
}
