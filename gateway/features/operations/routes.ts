import { Accepted, type Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { actorOf } from '../accounts/audit.ts'
import { readOperations } from './read.ts'
import { reopenDeadJob, retryFailedRun } from './retry.ts'

type OperationsHandlers = Pick<Handlers, 'getOperations' | 'retryRun' | 'retryDeadJob'>

export function operationsRoutes(parts: RequestParts): OperationsHandlers {
  return {
    async getOperations() {
      const { state, beganAt } = await readOperations({ db: parts.postgres.db, queues: parts.queues })
      return { ...state, version: beganAt.getTime() }
    },

    retryRun: async (call) => new Accepted(await retryFailedRun(parts, actorOf(call), call.params.runId)),

    async retryDeadJob(call) {
      const { deadJobId: id } = call.params
      await reopenDeadJob(parts, actorOf(call), id)
      return { id }
    },
  }
}
