import { jobNames, listDueJobsForUpdate } from '@called-it/infra/postgres/queries/work/outbox'
import { claimRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { listRuns } from '@called-it/infra/postgres/queries/work/runs'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createInProcessRunner, type InProcessRunner } from './in-process-runner.ts'

const bench = await benchOfFile()
let runner: InProcessRunner
let showId: number

beforeEach(async () => {
  await emptyTables(bench.db, 'runs', 'outbox', 'shows', 'songs')
  bench.source.setlists.clear()
  const show = await makeShow(bench.db, { daysFromToday: -1 })
  showId = show.id
  bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [await makeSong(bench.db)] }))
  runner = createRunner()
})

function createRunner(findSetlist: SetlistSource['findSetlist'] = bench.source.findSetlist): InProcessRunner {
  const source = { ...bench.source, findSetlist }
  return createInProcessRunner({ db: bench.db, pool: bench.pool, source, worker: 'cli' })
}

const states = async () =>
  (await listRuns(bench.db)).map(({ kind, state }) => `${kind} ${state}`).toReversed()
const openJobs = () =>
  bench.db.transaction().execute(async (trx) => {
    const jobs = await listDueJobsForUpdate(trx, jobNames(), 10)
    return jobs.map(({ job }) => job)
  })

describe('in-process runner', () => {
  test('executes the run that it enqueues and marks its job done', async () => {
    expect(await runner.run('import-setlist', { showId })).toMatchObject({ revision: 1, changed: true })
    expect(await states()).toEqual(['import-setlist done'])
    expect(await openJobs()).toEqual([])
  })

  test('executes the run of a dead worker before the one of its show', async () => {
    const left = await bench.enqueue('import-setlist', { showId })
    await bench.db.transaction().execute((trx) => claimRun(trx, 'import-setlist', left, 'dead worker'))
    await bench.db.updateTable('runs').set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` }).execute()
    const result = await runner.run('score-show', { showId, fetchSetlist: true })
    expect(result).toEqual({ processed: 0, errors: 0 })
    expect(await states()).toEqual(['import-setlist done', 'score-show done'])
  })

  test('throws the error of a failed run', async () => {
    bench.source.setlists.clear()
    await expect(runner.run('import-setlist', { showId })).rejects.toMatchObject({
      code: 'setlist_not_found',
      message: 'Setlist not found for this show',
    })
    expect(await states()).toEqual(['import-setlist failed'])
  })

  test('leaves a run to the workers when it throws', async () => {
    const faulty = createRunner(() => Promise.reject(new Error('this process has a fault')))
    await expect(faulty.run('import-setlist', { showId })).rejects.toThrow('this process has a fault')
    expect(await states()).toEqual(['import-setlist queued'])

    await bench.db.updateTable('outbox').set({ next_at: sql<Date>`now()` }).execute()
    expect(await openJobs()).toEqual(['import-setlist'])
  })

  test('keeps its job from the relay', async () => {
    const open: string[][] = []
    const watched = createRunner(async (show) => {
      open.push(await openJobs())
      return bench.source.findSetlist(show)
    })
    await watched.run('import-setlist', { showId })
    expect(open).toEqual([[]])
  })
})
