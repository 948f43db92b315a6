import { changeAndPublish } from '@called-it/infra/events/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { retryDeadJob } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import { retryRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/events'
import type { RunState } from '@called-it/shared/contract/runs'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'

type RetryParts = Pick<GatewayParts, 'postgres' | 'publisher'>

/**
 * Enqueues a failed run again; joins a run of the same work that is still queued.
 *
 * @throws ApiError `run_not_found`, `run_not_failed`
 */
export async function retryFailedRun(
  { postgres, publisher }: RetryParts,
  actor: Actor,
  failedRunId: number,
): Promise<{ runId: number; status: RunState }> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const retried = await retryRun(trx, failedRunId, actor.actorId)
    if (retried === 'unknown') throw new ApiError('run_not_found')
    if (retried === 'not-failed') throw new ApiError('run_not_failed')
    const { runId, state, kind, subject, order } = retried
    await insertAuditEntry(trx, {
      ...actor,
      action: `${kind}:ordered`,
      subject,
      details: { ...order, runId, retryOf: failedRunId },
    })
    changed.add(topics.runs)
    return { runId, status: state }
  })
}

/** @throws ApiError `dead_job_not_found`, also for the job of a run, which is retried as a run */
export async function reopenDeadJob({ postgres }: RetryParts, actor: Actor, id: string): Promise<void> {
  await postgres.db.transaction().execute(async (trx) => {
    if (!(await retryDeadJob(trx, id))) throw new ApiError('dead_job_not_found')
    await insertAuditEntry(trx, { ...actor, action: 'job:retried', subject: `job:${id}` })
  })
}
