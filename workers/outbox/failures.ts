import { describeError } from '@called-it/infra/context/describe-error'
import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { untilPostgresReturns } from '@called-it/infra/postgres/outage'
import { updateFailedJob } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobContext } from '@called-it/infra/queues/worker'
import { english } from '@called-it/languages/texts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { failAndOpenPicks } from '../runs/run-executor.ts'

/**
 * Records a job's failure in the outbox, which decides when to retry. The run of a dead-lettered job fails.
 * While Postgres is away it waits. Never throws: a failure that cannot be recorded is retried when the job's lease has
 * expired.
 */
export function createFailureRecorder({
  db,
  publisher,
  log,
}: {
  db: Database
  publisher: EventPublisher
  log: Logger
}): (error: unknown, job: string, context: JobContext) => Promise<void> {
  return async (error, job, { outboxId, attempt }) => {
    log.error({ err: error, job, outboxId, attempt }, 'job failed')
    const { name, message } = describeError(error)
    try {
      await untilPostgresReturns(() =>
        changeAndPublish(db, publisher, async (trx, changed) => {
          const failed = await updateFailedJob(trx, { id: outboxId, attempt, error: `${name}: ${message}` })
          if (!failed?.isDead) return
          log.error({ job, outboxId }, 'job dead-lettered')
          if (failed.runId === null) return
          await failAndOpenPicks(
            trx,
            failed.runId,
            { code: 'internal', message: english(ERRORS.internal.text) },
            changed,
          )
        }),
      )
    } catch (failure) {
      log.error({ err: failure, job, outboxId }, 'job failure was not recorded')
    }
  }
}
