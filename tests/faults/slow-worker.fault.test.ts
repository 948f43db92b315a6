import { setTimeout as wait } from 'node:timers/promises'
import { listDueChances } from '@called-it/infra/postgres/queries/chances/due-chances'
import { freePort } from '@called-it/launch/port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectConsistent } from '../support/expect-consistent.ts'
import { ARCHIVE, generateArchive } from '../support/generated-archive.ts'
import { isLongRun } from '../support/long-run.ts'
import { createFileFolders } from '../support/setlist-sources/file-folders.ts'
import { type System, startSystem } from '../support/start-system.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { runProgram } from '../support/workers/run-command.ts'

const LIMIT = { timeout: 1_200_000 }
const CHANCES_LIMIT = { timeout: 900_000, interval: 1_000 }
/** A worker runs two fifths of the time, and each tenth stop is a long one. */
const STOPPED_MS = 60
const RUNNING_MS = 40
const LONG_STOP = { every: 10, times: 6 } as const

const { writeFolder } = createFileFolders()

let system: System
beforeEach(async () => {
  if (isLongRun) system = await startSystem({ database: await createTestDatabase(), gateways: 0, workers: 0 })
}, LIMIT.timeout)
afterEach(() => system?.stop(), LIMIT.timeout)

async function startSlowWorker(isOver: AbortSignal) {
  const metricsPort = await freePort()
  const member = await system.startWorkers('workers', { METRICS_PORT: String(metricsPort) })
  void stopAgainAndAgain()

  async function stopAgainAndAgain(): Promise<void> {
    for (let stops = 1; !isOver.aborted; stops += 1) {
      const times = stops % LONG_STOP.every === 0 ? LONG_STOP.times : 1
      member.freeze()
      await wait(STOPPED_MS * times)
      member.thaw()
      await wait(RUNNING_MS * times)
    }
  }

  return {
    ...member,
    /** Of chances, by the metric of its queues; none where it does not respond. */
    async countComputations(): Promise<number> {
      const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => null)
      const text = (await response?.text().catch(() => '')) ?? ''
      return Number(/jobs_active\{.*job="update-chances".*\} (\d+)/.exec(text)?.[1] ?? 0)
    },
  }
}

async function importArchive(): Promise<void> {
  const folder = await writeFolder(generateArchive())
  const env = { DATABASE_URL: system.database.url, SETLIST_SOURCE: `file:${folder}` }
  for (const what of ['songs', 'shows', 'setlists']) {
    expect(await runProgram(['import', what], env)).toMatchObject({ code: 0 })
  }
}

// F32, guarded by work in steps, between which heartbeats are sent (`workers/jobs/catalogue/in-steps.ts`): without them
// the claim ends, and another worker computes the same.
test.runIf(isLongRun).each([
  ['on workers that run two fifths of the time', 0],
  ['when one of them is killed besides', 1],
])('makes chances from 42 years of shows %s', LIMIT, async (_, kills) => {
  const { db } = system.database
  const over = new AbortController()
  try {
    const workers = await Promise.all([startSlowWorker(over.signal), startSlowWorker(over.signal)])
    let computations: number[] = []
    let wereTwo = false
    async function look(): Promise<void> {
      const before = computations
      computations = await Promise.all(workers.map((worker) => worker.countComputations()))
      // A job that finds its run claimed is active for a moment.
      wereTwo ||= [before, computations].every((counts) => counts.filter((count) => count > 0).length > 1)
    }
    await importArchive()
    const importedAt = performance.now()
    for (let killed = 0; killed < kills; killed += 1) {
      await expect.poll(() => look().then(() => computations), CHANCES_LIMIT).toContain(1)
      const killedWorker = workers[computations.indexOf(1)]
      await killedWorker?.kill()
      await killedWorker?.restart()
    }
    await expect.poll(() => look().then(() => listDueChances(db)), CHANCES_LIMIT).toEqual([])
    expect(performance.now() - importedAt).toBeLessThan(CHANCES_LIMIT.timeout)
    expect(wereTwo).toBe(false)
    await expectConsistent(system)
    const runs = await db.selectFrom('runs').select('claim').where('kind', '=', 'update-chances').execute()
    expect(runs.reduce((claims, { claim }) => claims + claim, 0) - runs.length).toBe(kills)
    const made = await db.selectFrom('show_chances').select(['show_id', 'method']).execute()
    expect(made.map(({ method }) => method)).toEqual(Array(ARCHIVE.announced).fill('model'))
  } finally {
    over.abort()
  }
})
