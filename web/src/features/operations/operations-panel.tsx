import {
  type DeadJob,
  type Operations,
  operationsEndpoints,
  type WorkerState,
} from '@called-it/shared/contract/operations'
import clsx from 'clsx'
import { ExternalLink } from 'lucide-react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useLiveQuery } from '../../lib/events/use-live-query.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { paths } from '../../lib/paths.ts'
import { formatDuration } from '../../lib/words/durations.ts'
import { formatInstant } from '../../lib/words/format-instant.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './operations.module.css'
import { RunList } from './run-list.tsx'
import { useRetryDeadJob, useRetryRun } from './use-retry.ts'

const REFRESH_MS = 1_000

export function OperationsPanel() {
  return (
    <Card
      heading={t('system.jobs')}
      aside={
        // The gateway serves this page, so the client's router must not handle the link.
        <a href={paths.jobBoard} className={buttonClass({ variant: 'quiet' })}>
          {t('system.all-jobs')} <ExternalLink size={16} aria-hidden />
        </a>
      }
    >
      <div className={styles.panel}>
        <div className={styles.states}>
          <States />
        </div>
        <RunList />
      </div>
    </Card>
  )
}

/** In words, the current age of something that had the given age when it was received. */
type AgeOf = (ageMs: number) => string

function States() {
  const { data, isError, dataUpdatedAt, refetch } = useLiveQuery<Operations, 'operations:changed'>({
    queryKey: queryKeys.operations,
    queryFn: ({ signal }) => request(operationsEndpoints.getOperations, { signal }),
    event: 'operations:changed',
    versionOf: (held) => held.version,
    apply: (_held, event) => ({ ...event.operations, version: event.to }),
    isSnapshot: true,
  })
  const now = useNow(REFRESH_MS)
  const ageOf: AgeOf = (ageMs) => formatDuration(ageMs + Math.max(now - dataUpdatedAt, 0))
  if (!data) {
    return (
      <NotLoaded what={t('system.jobs-what')} query={{ isError, refetch }} className={styles.states}>
        <Skeleton height="52px" shape="block" />
        <Skeleton height="var(--workers-height)" shape="block" />
      </NotLoaded>
    )
  }
  const { workers, redisTrouble, chanceTrouble = null, outbox, deadJobs } = data
  return (
    <>
      <section aria-labelledby="operations-outbox">
        <h3 id="operations-outbox" className={styles.title}>
          {t('system.outbox')}
        </h3>
        {redisTrouble !== null && (
          <Notice role="status" tone="warning" title={t('system.redis-away')}>
            {redisTrouble}
          </Notice>
        )}
        {chanceTrouble !== null && (
          <Notice role="status" tone="warning" title={t('system.old-chances')}>
            {chanceTrouble}
          </Notice>
        )}
        <p className="soft small tabular">
          {[
            t('system.open', { open: outbox.open }),
            outbox.oldestOpenMs !== null && t('system.oldest', { age: ageOf(outbox.oldestOpenMs) }),
            outbox.dead > 0 && t('system.gave-up', { dead: outbox.dead }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </section>
      {workers && <Workers workers={workers} ageOf={ageOf} />}
      {deadJobs.length > 0 && <DeadJobs jobs={deadJobs} count={outbox.dead} />}
    </>
  )
}

function Workers({ workers, ageOf }: { workers: readonly WorkerState[]; ageOf: AgeOf }) {
  return (
    <section aria-labelledby="operations-workers">
      <h3 id="operations-workers" className={styles.title}>
        {t('system.workers')} <small className={styles.count}>{workers.length}</small>
      </h3>
      {workers.length === 0 && (
        <Notice role="status" tone="danger" title={t('system.no-worker')}>
          {t('system.all-waits')}
        </Notice>
      )}
      <ul className={styles.rows} aria-labelledby="operations-workers">
        {workers.map(({ name, queues, connectedMs }) => (
          <li key={name} className={clsx(styles.row, 'row wraps')}>
            <span className="anywhere semibold">{name}</span>
            <span className="soft small tabular">
              {queues.join(', ')} · {t('system.for', { age: ageOf(connectedMs) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** @param count of all dead jobs; `jobs` are the latest */
function DeadJobs({ jobs, count }: { jobs: readonly DeadJob[]; count: number }) {
  return (
    <section aria-labelledby="operations-dead">
      <h3 id="operations-dead" className={styles.title}>
        {t('system.given-up')} <small className={styles.count}>{count}</small>
      </h3>
      <ul className={styles.rows} aria-labelledby="operations-dead">
        {jobs.map((job) => (
          <DeadJobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}

function DeadJobRow({ job: { id, job, runId, failures, lastError, deadAt } }: { job: DeadJob }) {
  const retryJob = useRetryDeadJob()
  const retryRun = useRetryRun()
  return (
    <li className={clsx(styles.row, 'row wraps')}>
      <div className={styles.facts}>
        <p className="anywhere semibold">{job}</p>
        <p className="soft small">
          <Rich
            id="system.failed-times"
            failures={failures}
            time={<time dateTime={deadAt}>{formatInstant(deadAt)}</time>}
          />
        </p>
        {lastError !== null && <p className={styles.failure}>{lastError}</p>}
      </div>
      <Button
        busy={retryJob.isPending || retryRun.isPending}
        busyText={t('system.retrying')}
        aria-label={t('system.retry-what', { what: job })}
        onClick={() => (runId === null ? retryJob.mutate(id) : retryRun.mutate(runId))}
      >
        {t('system.retry')}
      </Button>
    </li>
  )
}
