import { changeAndPublish } from '@called-it/infra/live/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { retryDeadJob } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import { retryRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/live'
import type { RunState } from '@called-it/shared/contract/runs'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'
import type { Actor } from '../accounts/audit.ts'

type RetryParts = Pick<GatewayParts, 'postgres' | 'publisher'>

/**
 * Orders the work of a run that has failed again. Asked twice, the second order joins the first where that waits still.
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

/**
 * Has a job tried again that was given up.
 *
 * @throws ApiError `dead_job_not_found` where it was not given up, or is a run's, which is retried as a run
 */
export async function reopenDeadJob({ postgres }: RetryParts, actor: Actor, id: string): Promise<void> {
  await postgres.db.transaction().execute(async (trx) => {
    if (!(await retryDeadJob(trx, id))) throw new ApiError('dead_job_not_found')
    await insertAuditEntry(trx, { ...actor, action: 'job:retried', subject: `job:${id}` })
  })
}
