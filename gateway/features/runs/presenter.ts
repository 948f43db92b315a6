import type { RunRecord } from '@called-it/infra/postgres/queries/work/runs'
import type { Run } from '@called-it/shared/contract/runs'

export function presentRun(run: RunRecord): Run {
  return {
    id: run.id,
    kind: run.kind,
    subject: run.subject,
    showId: run.showId,
    state: run.state,
    done: run.done,
    total: run.total,
    result: run.result,
    error: run.error,
    orderedBy: run.orderedBy,
    workedMs: run.workedMs === null ? null : Math.max(run.workedMs, 0),
    createdAt: run.createdAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
  }
}
