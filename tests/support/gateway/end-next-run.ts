import { changeAndPublish } from '@called-it/infra/events/change'
import {
  claimRun,
  failRun,
  finishRun,
  type RunFailure,
} from '@called-it/infra/postgres/queries/work/run-claims'
import { topics } from '@called-it/shared/contract/events'
import type { RunKind, RunResult } from '@called-it/shared/contract/runs'
import { expect, vi } from 'vitest'
import type { TestGateway } from './start-gateway.ts'

/** Stands in for the workers: waits for the next queued run of a kind, claims it and ends it. */
export async function endNextRun<K extends RunKind>(
  { postgres: { db }, parts }: TestGateway,
  kind: K,
  end: { result: RunResult<K> } | { failure: RunFailure },
) {
  const findQueued = () =>
    db
      .selectFrom('runs')
      .select(['id', 'order', 'ordered_by'])
      .where('kind', '=', kind)
      .where('state', '=', 'queued')
      .executeTakeFirst()
  const run = await vi.waitFor(async () => (await findQueued()) ?? expect.fail('no run is queued'), 20_000)
  await changeAndPublish(db, parts.publisher, async (trx, changed) => {
    await claimRun(trx, kind, run.id, 'test')
    if ('result' in end) await finishRun<K>(trx, run.id, end.result)
    else await failRun(trx, run.id, end.failure)
    changed.add(topics.runs)
  })
  return run
}
