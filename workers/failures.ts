import { describeError } from '@called-it/infra/context/describe-error'
import { changeAndTell } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { recordFailure } from '@called-it/infra/postgres/queries/outbox'
import type { JobContext } from '@called-it/infra/queues/worker'
import { ERRORS } from '@called-it/shared/contract/errors'
import { failAndOpen } from './run-host.ts'

/**
 * Counts a job's failure in the outbox, which decides when it is tried again. A run whose order is given up
 * ends with it. Never throws: what cannot be written now happens when the job's lease has run out.
 */
export function createFailureRecorder({
  db,
  publisher,
  log,
}: {
  db: Database
  publisher: LivePublisher
  log: Logger
}): (error: unknown, job: string, context: JobContext) => Promise<void> {
  return async (error, job, { outboxId, attempt }) => {
    log.error({ err: error, job, outboxId, attempt }, 'a job has failed')
    const { name, message } = describeError(error)
    try {
      await changeAndTell(db, publisher, async (trx, changed) => {
        const failed = await recordFailure(trx, { id: outboxId, attempt, error: `${name}: ${message}` })
        if (!failed?.isDead) return
        log.error({ job, outboxId }, 'a job is given up')
        if (failed.runId === null) return
        await failAndOpen(trx, failed.runId, { code: 'internal', message: ERRORS.internal.message }, changed)
      })
    } catch (failure) {
      log.error({ err: failure, job, outboxId }, 'a failure was not counted')
    }
  }
}
