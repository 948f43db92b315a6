import { ExternalLink } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { DeadJobs } from './dead-jobs.tsx'
import styles from './operations.module.css'
import { Queues } from './queues.tsx'
import { RunList } from './run-list.tsx'
import { useAgeing } from './use-ageing.ts'
import { useOperations } from './use-operations.ts'
import { Workers } from './workers.tsx'

export function OperationsPanel() {
  return (
    <Card
      heading="jobs"
      aside={
        // The gateway serves this page, so the client's router must not handle the link.
        <a href={paths.jobBoard} className={buttonClass({ variant: 'quiet' })}>
          all jobs <ExternalLink size={16} aria-hidden />
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

function States() {
  const { data, isPending, isError, dataUpdatedAt, refetch } = useOperations()
  const ageOf = useAgeing(dataUpdatedAt)
  if (isPending) {
    return (
      <Loading label="Loading queues..." className={styles.states}>
        <Skeleton height="196px" shape="block" />
        <Skeleton height="72px" shape="block" />
      </Loading>
    )
  }
  if (isError) return <LoadFailed title="The queues could not be loaded." onRetry={refetch} />
  const { queues, workers, redisTrouble, chanceTrouble = null, outbox, deadJobs } = data
  return (
    <>
      <section aria-labelledby="operations-queues">
        <h3 id="operations-queues" className={styles.title}>
          queues
        </h3>
        {redisTrouble !== null && (
          <Notice role="status" tone="warning" title="Redis is away">
            {redisTrouble}
          </Notice>
        )}
        {chanceTrouble !== null && (
          <Notice role="status" tone="warning" title="Chances are old">
            {chanceTrouble}
          </Notice>
        )}
        <Queues queues={queues ?? []} outbox={outbox} ageOf={ageOf} />
      </section>
      {workers && <Workers workers={workers} ageOf={ageOf} />}
      <DeadJobs jobs={deadJobs} count={outbox.dead} />
    </>
  )
}
