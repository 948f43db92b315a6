import { createLogger } from '@called-it/infra/observability/log'
import { makeShow, makeSong } from '@called-it/infra/postgres/factories'
import { jobNames, lockDueJobs } from '@called-it/infra/postgres/queries/work/outbox'
import { claimRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { listRuns } from '@called-it/infra/postgres/queries/work/runs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createInProcessRuns, type InProcessRuns } from './in-process-runs.ts'
import { setlistAtSource } from './testing/made-up-source.ts'
import { createRunBench, type RunBench } from './testing/run-bench.ts'

let bench: RunBench
let runs: InProcessRuns
let showId: number

beforeAll(async () => {
  bench = await createRunBench()
})

beforeEach(async () => {
  await sql`TRUNCATE runs, outbox, shows, songs CASCADE`.execute(bench.db)
  const show = await makeShow(bench.db, { daysFromToday: -1 })
  showId = show.id
  bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [await makeSong(bench.db)] }))
  const log = createLogger('test', 'silent')
  runs = createInProcessRuns({ db: bench.db, pool: bench.pool, source: bench.source, worker: 'cli', log })
})

afterAll(() => bench.drop())

const states = async () =>
  (await listRuns(bench.db)).map(({ kind, state }) => `${kind} ${state}`).toReversed()
const openJobs = () =>
  bench.db.transaction().execute(async (trx) => {
    const jobs = await lockDueJobs(trx, jobNames(), 10)
    return jobs.map(({ job }) => job)
  })

test('a run is ordered, carried out and answered, and its job is done', async () => {
  expect(await runs.carryOut('import-setlist', { showId })).toMatchObject({ revision: 1, changed: true })
  expect(await states()).toEqual(['import-setlist done'])
  expect(await openJobs()).toEqual([])
})

test('an order joins what waits already', async () => {
  await bench.order('import-setlist', { showId })
  expect(await runs.carryOut('import-setlist', { showId })).toMatchObject({ revision: 1 })
  expect(await states()).toEqual(['import-setlist done'])
})

test('a run whose worker has ended does not stand in the way of another of the show', async () => {
  const left = await bench.order('import-setlist', { showId })
  await bench.db
    .transaction()
    .execute((trx) => claimRun(trx, 'import-setlist', left, 'a worker that is gone'))
  await bench.db.updateTable('runs').set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` }).execute()
  expect(await runs.carryOut('score-show', { showId, fetchSetlist: true })).toEqual({
    processed: 0,
    errors: 0,
  })
  expect(await states()).toEqual(['import-setlist done', 'score-show done'])
})

test('a run that comes to nothing says why', async () => {
  bench.source.setlists.clear()
  await expect(runs.carryOut('import-setlist', { showId })).rejects.toMatchObject({
    code: 'setlist_not_found',
    message: 'Setlist not found for this show',
  })
  expect(await states()).toEqual(['import-setlist failed'])
})

test('a run that breaks off is left to the workers', async () => {
  const source = { ...bench.source, findSetlist: () => Promise.reject(new Error('this process has a fault')) }
  const log = createLogger('test', 'silent')
  const faulty = createInProcessRuns({ db: bench.db, pool: bench.pool, source, worker: 'cli', log })
  await expect(faulty.carryOut('import-setlist', { showId })).rejects.toThrow('this process has a fault')
  expect(await states()).toEqual(['import-setlist queued'])

  await bench.db.updateTable('outbox').set({ next_at: sql<Date>`now()` }).execute()
  expect(await openJobs()).toEqual(['import-setlist'])
})

test('while a process carries a run out, the relay does not hand it over', async () => {
  const handedOver: string[][] = []
  const source = {
    ...bench.source,
    findSetlist: async (show: Parameters<typeof bench.source.findSetlist>[0]) => {
      handedOver.push(await openJobs())
      return bench.source.findSetlist(show)
    },
  }
  const log = createLogger('test', 'silent')
  const watched = createInProcessRuns({ db: bench.db, pool: bench.pool, source, worker: 'cli', log })
  await watched.carryOut('import-setlist', { showId })
  expect(handedOver).toEqual([[]])
})
