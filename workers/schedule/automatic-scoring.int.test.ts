import { noPublisher } from '@called-it/infra/events/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { insertScoringOfFinishedShows } from '@called-it/infra/postgres/queries/catalogue/shows-to-score'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeBand } from '@called-it/tests/support/factories/night'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { workersOfTest } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startAutomaticScoring } from './automatic-scoring.ts'

const database = await databaseOfFile()
const songIds = (await makeBand(database.db, 12)).ids(...Array(12).keys())
const { id: userId } = await makeUser(database.db)

beforeEach(async () => {
  await database.db.deleteFrom('predictions').execute()
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const day = (daysAgo: number) =>
  ago(daysAgo * 24 * 60)
    .toISOString()
    .slice(0, 10)
const request = () => database.db.transaction().execute(insertScoringOfFinishedShows)

type Night = {
  show?: Parameters<typeof makeShow>[1]
  set1?: number
  encore?: number
  setlistMinutesAgo?: number
  isPicked?: boolean
}

/** By default a show that is over. */
async function playShow({ show, set1 = 3, encore = 1, setlistMinutesAgo = 41, isPicked = true }: Night = {}) {
  const { db } = database
  const { id } = await makeShow(db, { showdate: day(0), locks_at: ago(60), starts_at: ago(60), ...show })
  if (isPicked) await makePrediction(db, { showId: id, userId, picks: { set1: [songIds[0] ?? null] } })
  const sets = { set1: songIds.slice(0, set1), encore: songIds.slice(0, encore) }
  await makeSetlist(db, id, sets, { created_at: ago(setlistMinutesAgo) })
  return id
}

async function insertConflict(showId: number, settledAt: Date | null) {
  await database.db
    .insertInto('live_taps')
    .values({
      op_id: crypto.randomUUID(),
      show_id: showId,
      user_id: null,
      base: 1,
      op: JSON.stringify({ op: 'encore' }),
      tapped_at: ago(50),
      outcome: 'conflict',
      revision: 1,
      settled_at: settledAt,
    })
    .execute()
}

async function insertProposal(showId: number, droppedAt: Date | null) {
  await sql`
    INSERT INTO setlist_proposals (show_id, setlist, dropped_at)
    VALUES (${showId}, '{}', ${droppedAt})`.execute(database.db)
}

describe('automatic scoring', () => {
  test.each<[string, Night]>([
    ['whose encore is quiet for 40 minutes', {}],
    ['of 8 songs, 4.5 hours after the start', { encore: 0, set1: 8, show: { starts_at: ago(271) } }],
    [
      'of 8 songs, 4.5 hours after the lock, without a start',
      { encore: 0, set1: 8, show: { starts_at: null, locks_at: ago(271) } },
    ],
    ['of a week ago', { show: { showdate: day(7) } }],
  ])('scores a show %s', async (_title, night) => {
    const showId = await playShow(night)
    expect(await request()).toEqual([showId])
  })

  test.each<[string, Night]>([
    ['whose encore is quiet for 39 minutes', { setlistMinutesAgo: 39 }],
    ['without an encore', { encore: 0 }],
    ['of 8 songs before 4.5 hours', { encore: 0, set1: 8, show: { starts_at: ago(269) } }],
    ['of 7 songs', { encore: 0, set1: 7, show: { starts_at: ago(271) } }],
    ['that nobody picked', { isPicked: false }],
    ['of eight days ago', { show: { showdate: day(8) } }],
    ['that is excluded', { show: { excluded: true } }],
    ['that is cancelled', { show: { cancelled_at: ago(1) } }],
    ['that takes picks', { show: { locks_at: ago(-60) } }],
    ['that was reset', { show: { settled_by_order: 1, picks_closed: true } }],
  ])('leaves a show %s', async (_title, night) => {
    await playShow(night)
    expect(await request()).toEqual([])
  })

  test.each([
    ['open conflict', insertConflict],
    ['open proposal', insertProposal],
  ])('waits for the decision on an %s', async (_title, insert) => {
    const [open, decided] = [await playShow(), await playShow()]
    await insert(open, null)
    await insert(decided, ago(1))
    expect(await request()).toEqual([decided])
  })

  test('leaves a scored show', async () => {
    const id = await playShow()
    await makeScores(database.db, { id }, [{ user_id: userId }])
    expect(await request()).toEqual([])
  })

  test('requests a run once, also from two workers at once', async () => {
    const showId = await playShow()
    const { requests } = await database.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE runs IN SHARE MODE`.execute(trx)
      const requests = [request(), request()]
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(2)
      return { requests }
    })
    expect((await Promise.all(requests)).flat()).toEqual([showId])
    expect(await request()).toEqual([])
    const subject = `show:${showId}`
    expect(await listAuditEntries(database.db, { subject })).toMatchObject([
      {
        actor_id: null,
        action: 'score-show:ordered',
        details: { fetchSetlist: false, cause: 'show is over' },
      },
    ])
  })

  test('repeats a failed run once the setlist has changed', async () => {
    const showId = await playShow()
    await request()
    await sql`
      UPDATE runs SET state = 'failed', error = '{"message": "", "code": "internal"}', ended_at = now(),
        created_at = now() - interval '1 hour'
      WHERE subject = ${`show:${showId}`}`.execute(database.db)
    const age = (minutes: number) =>
      sql`
        UPDATE setlist_revisions SET created_at = ${ago(minutes)} WHERE show_id = ${showId}`.execute(
        database.db,
      )
    await age(120)
    expect(await request()).toEqual([])
    await age(41)
    expect(await request()).toEqual([showId])
  })

  test('is done by the workers', async () => {
    const id = await playShow()
    workersOfTest({ database, autoFinal: true })
    const isScored = async () =>
      (await database.db.selectFrom('shows').select('is_scored').where('id', '=', id).executeTakeFirst())
        ?.is_scored
    await expect.poll(isScored).toBe(true)
  })

  test('is requested only while it is switched on', async () => {
    const id = await playShow()
    const settings = { autoFinal: false }
    const start = () =>
      startAutomaticScoring({
        db: database.db,
        publisher: noPublisher,
        settings,
        log: createLogger('test', 'silent'),
      })
    const listRuns = () =>
      database.db.selectFrom('runs').select('kind').where('subject', '=', `show:${id}`).execute()
    await start().stop()
    expect(await listRuns()).toEqual([])
    const running = start()
    settings.autoFinal = true
    running.wake()
    await expect.poll(listRuns).toEqual([{ kind: 'score-show' }])
    await running.stop()
  })
})
