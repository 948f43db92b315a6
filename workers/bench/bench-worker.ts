import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchStores } from '@called-it/infra/bench/bench-stores'
import { COMPILED_CODE } from '@called-it/infra/bench/compiled-code'
import { cpuMicrosOf, memoryMbOf } from '@called-it/infra/bench/process-cost'
import { WORKER_ENV, WORKER_FLAGS } from '@called-it/infra/deploy/runtime-flags'
import { changeAndTell } from '@called-it/infra/live/change'
import { noPublisher } from '@called-it/infra/live/publisher'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/live'
import type { RunKind, RunOrder } from '@called-it/shared/contract/runs'
import { bareEnv } from '@called-it/tests/support/bare-env'

const LOOK_MS = 20

export type MeasuredRun = {
  /** From the claim until its end is seen, which is after the commit. */
  readonly seconds: number
  /** CPU time of the worker process. */
  readonly cpuSeconds: number
  /** The most memory (RSS) that the worker process had meanwhile, and what it had before. */
  readonly peakMb: number
  readonly idleMb: number
}

export type BenchWorker = {
  /** Orders a run as an admin does, and waits until a worker has done it; throws where it fails. */
  run<K extends RunKind>(kind: K, order: RunOrder<K>): Promise<MeasuredRun>
  stop(): Promise<void>
}

/** The workers as an operator starts them, on the stores of a benchmark; their memory is measured on Linux only. */
export async function startBenchWorker({ db, ...urls }: BenchStores): Promise<BenchWorker> {
  // The first start writes compiled code when it ends in order; it is the second that is like any other.
  const first = await startWorker(urls)
  first.child.kill('SIGTERM')
  await first.exited
  const { child, pid, exited } = await startWorker(urls)

  async function untilEnded(runId: number): Promise<number> {
    for (;;) {
      const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
      if (run.state === 'failed') throw new Error(`the run failed: ${JSON.stringify(run.error)}`)
      if (run.state === 'done' && run.started_at) return (Date.now() - run.started_at.getTime()) / 1000
      await wait(LOOK_MS)
    }
  }

  return {
    async run(kind, order) {
      const { now: idleMb } = memoryMbOf(pid)
      resetPeak(pid)
      const cpuBefore = cpuMicrosOf(pid)
      const runId = await changeAndTell(db, noPublisher, async (trx, changed) => {
        changed.add(topics.runs)
        return (await insertRun(trx, { kind, order, orderedBy: null })).runId
      })
      const seconds = await untilEnded(runId)
      const cpuSeconds = (cpuMicrosOf(pid) - cpuBefore) / 1_000_000
      return { seconds, cpuSeconds, peakMb: memoryMbOf(pid).peak, idleMb }
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Lets the kernel count the most memory anew, so that a program's start is not taken for its work. */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

async function startWorker({ databaseUrl, redisUrl }: Pick<BenchStores, 'databaseUrl' | 'redisUrl'>) {
  const child = spawn(process.execPath, [...WORKER_FLAGS, path.join(import.meta.dirname, '../main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...bareEnv,
      ...WORKER_ENV,
      NODE_COMPILE_CACHE: COMPILED_CODE,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      DATA_DIR: path.join(tmpdir(), 'called-it-unused'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      IMPORT_EVERY: '0',
    },
  })
  const exited = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('the workers ended before they were ready'))),
  ])
  const { pid } = child
  if (pid === undefined) throw new Error('the workers have no process')
  return { child, pid, exited }
}
