import { actorOf } from '../../auth/actor.ts'
import { Accepted, type Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { reopenDeadJob, retryFailedRun } from './service.ts'
import { readOperations } from './state.ts'

type OperationsHandlers = Pick<Handlers, 'getOperations' | 'retryRun' | 'retryDeadJob'>

export function operationsRoutes(parts: RequestParts): OperationsHandlers {
  return {
    async getOperations() {
      const { state, startedAt } = await readOperations({ db: parts.postgres.db, queues: parts.queues })
      return { ...state, version: startedAt.getTime() }
    },

    retryRun: async (request) =>
      new Accepted(await retryFailedRun(parts, actorOf(request), request.params.runId)),

    async retryDeadJob(request) {
      const { deadJobId: id } = request.params
      await reopenDeadJob(parts, actorOf(request), id)
      return { id }
    },
  }
}
