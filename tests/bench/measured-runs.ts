import { setTimeout as wait } from 'node:timers/promises'
import { changeAndPublish } from '@called-it/infra/events/change'
import { noPublisher } from '@called-it/infra/events/publisher'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/events'
import type { RunInput, RunKind } from '@called-it/shared/contract/runs'
import { cpuSecondsOf, memoryMbOf, resetPeakMemory } from './process-usage.ts'
import type { Program, System } from './system.ts'

const POLL_MS = 20

export type RunCost = {
  /** From the claim until its end is seen, which is after the commit. */
  readonly seconds: number
  /** Of the worker process. */
  readonly cpuSeconds: number
  readonly peakMb: number
  readonly idleMb: number
}

/** Enqueues a run as an admin does, waits until a worker has done it, and measures that worker. */
export async function measureRun<K extends RunKind>(
  { db }: System,
  { pid }: Program,
  kind: K,
  order: RunInput<K>,
): Promise<RunCost> {
  const { now: idleMb } = memoryMbOf(pid)
  resetPeakMemory(pid)
  const cpuBefore = cpuSecondsOf(pid)
  const runId = await changeAndPublish(db, noPublisher, async (trx, changed) => {
    changed.add(topics.runs)
    return (await insertRun(trx, { kind, order, orderedBy: null })).runId
  })
  for (;;) {
    const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
    if (run.state === 'failed') throw new Error(`the run failed: ${JSON.stringify(run.error)}`)
    if (run.state === 'done' && run.started_at) {
      const seconds = (Date.now() - run.started_at.getTime()) / 1_000
      return { seconds, cpuSeconds: cpuSecondsOf(pid) - cpuBefore, peakMb: memoryMbOf(pid).peak, idleMb }
    }
    await wait(POLL_MS)
  }
}
