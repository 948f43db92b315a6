import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeShow, makeSong, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePastShows } from '@called-it/tests/support/past-shows'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { failRun } from '../work/run-claims.ts'
import { insertRun } from '../work/runs.ts'
import { insertChanceRunIfDue, listDueChances, listPastShows } from './due-chances.ts'
import { storeChances } from './show-chances.ts'

/** For a busy machine: 200 ms on one that is not. */
const MAX_READING_MS = 3_000

const database = await databaseOfFile()
const { db } = database

beforeEach(async () => {
  await emptyTables(db, 'songs', 'shows', 'tours', 'outbox', 'runs')
})

async function pastShow(given: Parameters<typeof makeShow>[1] = {}) {
  const show = await makeShow(db, { daysFromToday: -3, ...given })
  const song = await makeSong(db)
  await makeSetlist(db, show.id, { set1: [song.id] })
  return { ...show, song: song.id }
}

describe('past shows', () => {
  test('lists past shows in order, with sets as played and merged songs resolved', async () => {
    const tour = await makeTour(db)
    const [a, b] = [await makeSong(db), await makeSong(db)]
    const alias = await makeSong(db, { merged_into: b.id })
    const later = await pastShow({ daysFromToday: -2 })
    const show = await makeShow(db, {
      showdate: '2020-02-29',
      venue: 'The Mill',
      tour_id: tour.id,
      state: '',
    })
    await makeSetlist(db, show.id, {
      set1: [b.id, a.id, alias.id],
      encore: [alias.id],
      further: [{ set: '3', songs: [a.id] }],
    })
    const [first, last] = await listPastShows(db)
    expect(first).toEqual({
      listed: { id: show.id, date: '2020-02-29', venue: 'The Mill', location: 'Harborview, USA' },
      day: Date.UTC(2020, 1, 29) / 86_400_000,
      venue: 'The Mill, Harborview, USA',
      tour: tour.id,
      sets: [
        { set: 'set1', songs: [b.id, a.id, b.id] },
        { set: 'encore', songs: [b.id] },
        { set: 'further', songs: [a.id] },
      ],
    })
    expect(last).toMatchObject({ listed: { id: later.id }, sets: [{ songs: [later.song] }] })
  })

  test('lists the matinee before the evening that was stored first', async () => {
    const evening = await pastShow({ starts_local: '20:00' })
    const unknown = await pastShow()
    const matinee = await pastShow({ starts_local: '15:00' })
    const later = await pastShow({ daysFromToday: -2, starts_local: '14:00' })
    const ids = (await listPastShows(db)).map(({ listed }) => listed.id)
    expect(ids).toEqual([matinee.id, evening.id, unknown.id, later.id])
  })

  test.each<[string, Parameters<typeof makeShow>[1]]>([
    ['takes picks', { daysFromToday: 1 }],
    ['runs', { daysFromToday: 0, locks_at: new Date() }],
    ['is excluded', { excluded: true }],
    ['is cancelled', { cancelled_at: new Date() }],
  ])('excludes from past shows one that %s', async (_, given) => {
    await pastShow(given)
    expect(await listPastShows(db)).toEqual([])
    expect(await listDueChances(db)).toEqual([])
  })

  test('reads 2,000 past shows within seconds', async () => {
    await makePastShows(db, { shows: 2_000, songs: 900 })
    await makeShow(db)
    const began = performance.now()
    expect(await listPastShows(db)).toHaveLength(2_000)
    expect(await listDueChances(db)).toHaveLength(1)
    expect(performance.now() - began).toBeLessThan(MAX_READING_MS)
  })
})

describe('chances', () => {
  async function makeAll() {
    for (const { listed, madeFrom } of await listDueChances(db)) await store(listed.id, madeFrom)
    expect(await listDueChances(db)).toEqual([])
  }
  const store = (showId: number, madeFrom: string) =>
    db.transaction().execute((trx) =>
      storeChances(trx, {
        showId,
        method: 'plays',
        madeFrom,
        page: { shows: [], recent_shows: 0, tour_shows: 0, venue_shows: 0, songs: [], suggestions: [] },
        songs: [],
        card: { set1: [], set2: [], encore: [] },
      }),
    )
  const dueShows = async () => (await listDueChances(db)).map(({ listed }) => listed.id)

  test('lists chances as due when what they follow from has changed', async () => {
    const past = await pastShow()
    const [one, other] = [await makeShow(db), await makeShow(db, { daysFromToday: 8 })]
    await makeAll()
    await makeSetlist(db, past.id, { set1: [past.song] })
    expect(await dueShows()).toEqual([one.id, other.id])
    await makeAll()
    await makeSong(db, { merged_into: past.song })
    expect(await dueShows()).toHaveLength(2)
    await makeAll()
    await sql`UPDATE songs SET hidden_at = now() WHERE id = ${past.song}`.execute(db)
    expect(await dueShows()).toHaveLength(2)
    await makeAll()
    await sql`UPDATE shows SET venue = 'Elsewhere' WHERE id = ${other.id}`.execute(db)
    expect(await dueShows()).toEqual([other.id])
    await makeAll()
    await sql`UPDATE shows SET excluded = true WHERE id = ${past.id}`.execute(db)
    await pastShow()
    await sql`UPDATE show_chances SET frozen_at = now() WHERE show_id = ${one.id}`.execute(db)
    expect(await dueShows()).toEqual([other.id])
  })

  test('lists chances as due for the 20 shows that lock next', async () => {
    await pastShow()
    const shows = []
    for (let day = 21; day > 0; day -= 1) shows.push(await makeShow(db, { daysFromToday: day }))
    expect(await dueShows()).toEqual(
      shows
        .slice(1)
        .map(({ id }) => id)
        .reverse(),
    )
  })

  test('stores no chances once they are frozen or picks are closed', async () => {
    await pastShow()
    const [frozen, closed] = [await makeShow(db), await makeShow(db)]
    await makeAll()
    await sql`UPDATE show_chances SET frozen_at = now() WHERE show_id = ${frozen.id}`.execute(db)
    await sql`UPDATE shows SET locks_at = now() WHERE id = ${closed.id}`.execute(db)
    const before = await sql`SELECT * FROM show_chances ORDER BY show_id`.execute(db)
    await store(frozen.id, 'late')
    await store(closed.id, 'late')
    expect(await sql`SELECT * FROM show_chances ORDER BY show_id`.execute(db)).toEqual(before)
  })

  test('enqueues one run while chances are due', async () => {
    const listJobs = () => db.selectFrom('outbox').select('job').execute()
    await makeShow(db)
    await insertChanceRunIfDue(db)
    expect(await listJobs()).toEqual([])
    await pastShow()
    await Promise.all([insertChanceRunIfDue(db), insertChanceRunIfDue(db)])
    await insertChanceRunIfDue(db)
    expect(await listJobs()).toEqual([{ job: 'update-chances' }])
  })

  test('enqueues none before an import has ended for a moment', async () => {
    const listJobs = () => db.selectFrom('outbox').select('job').where('job', '=', 'update-chances').execute()
    const show = await makeShow(db)
    await pastShow()
    const { runId } = await db
      .transaction()
      .execute((trx) =>
        insertRun(trx, { kind: 'import-setlist', order: { showId: show.id }, orderedBy: null }),
      )
    await insertChanceRunIfDue(db)
    const failure = { code: 'internal', message: 'over' } as const
    await db.transaction().execute((trx) => failRun(trx, runId, failure))
    await insertChanceRunIfDue(db)
    expect(await listJobs()).toEqual([])
    await sql`UPDATE runs SET ended_at = now() - interval '20 seconds'`.execute(db)
    await insertChanceRunIfDue(db)
    expect(await listJobs()).toHaveLength(1)
  })
})
