import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { findRun, listRuns } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/events'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

export function runRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listRuns' | 'getRun'> {
  return {
    listRuns: () =>
      inSnapshot(db, async (trx) => ({
        runs: await listRuns(trx),
        version: await getTopicVersion(trx, topics.runs),
      })),
    getRun: async ({ params }) => {
      const run = await findRun(db, params.runId)
      if (!run) throw new ApiError('run_not_found')
      return run
    },
  }
}
