import { changeAndPublish } from '@called-it/infra/events/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { retryDeadJob } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import { retryRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/events'
import { actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { Accepted, type Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { readOperations } from './state.ts'

type OperationsHandlers = Pick<Handlers, 'getOperations' | 'retryRun' | 'retryDeadJob'>

export function operationsRoutes({ postgres: { db }, publisher, queues }: RequestParts): OperationsHandlers {
  return {
    async getOperations() {
      const { state, startedAt } = await readOperations({ db, queues })
      return { ...state, version: startedAt.getTime() }
    },

    async retryRun(request) {
      const actor = actorOf(request)
      const { runId: retryOf } = request.params
      return changeAndPublish(db, publisher, async (trx, changed) => {
        const retried = await retryRun(trx, retryOf, actor.actorId)
        if (retried === 'unknown') throw new ApiError('run_not_found')
        if (retried === 'not-failed') throw new ApiError('run_not_failed')
        const { runId, state, kind, subject, order } = retried
        const details = { ...order, runId, retryOf }
        await insertAuditEntry(trx, { ...actor, action: `${kind}:ordered`, subject, details })
        changed.add(topics.runs)
        return new Accepted({ runId, status: state })
      })
    },

    /** The job of a run is retried as a run. */
    async retryDeadJob(request) {
      const { deadJobId: id } = request.params
      await db.transaction().execute(async (trx) => {
        if (!(await retryDeadJob(trx, id))) throw new ApiError('dead_job_not_found')
        await insertAuditEntry(trx, { ...actorOf(request), action: 'job:retried', subject: `job:${id}` })
      })
      return { id }
    },
  }
}
