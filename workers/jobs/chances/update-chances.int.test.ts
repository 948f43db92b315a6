import { gzipSync } from 'node:zlib'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { chancePage } from '@called-it/shared/contract/chances'
import { topics } from '@called-it/shared/contract/events'
import { unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import { SLOT_COUNT } from '@called-it/shared/game/setlist'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makePastShows } from '@called-it/tests/support/past-shows'
import { countWaitingQueries, killWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeChances, updateChances } from './update-chances.ts'

/** Most compressed bytes of what the page of a show loads for 900 songs. */
const MAX_PAGE_BYTES = 25_000

const bench = await benchOfFile()
const { db } = bench

beforeEach(async () => {
  await emptyTables(db, 'songs', 'shows', 'tours', 'outbox', 'runs', 'chance_choices', 'topic_versions')
})

const make = () => bench.run('update-chances', {})

const listChances = () => db.selectFrom('show_chances').selectAll().orderBy('show_id').execute()
const listSongs = (showId: number) =>
  db.selectFrom('song_chances').selectAll().where('show_id', '=', showId).orderBy('song_id').execute()
const listCards = () => db.selectFrom('system_predictions').selectAll().orderBy('show_id').execute()
const listTopics = () =>
  db.selectFrom('topic_versions').select(['topic', 'version']).where('topic', '=', topics.chances).execute()
const listOpenJobs = () => db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()
async function everything() {
  const choices = await db.selectFrom('chance_choices').selectAll().execute()
  return { chances: await listChances(), cards: await listCards(), topics: await listTopics(), choices }
}

async function correctFirstShow() {
  const show = await db.selectFrom('shows').select('id').orderBy('showdate').executeTakeFirstOrThrow()
  const song = await db.selectFrom('songs').select('id').executeTakeFirstOrThrow()
  await makeSetlist(db, show.id, { set1: [song.id] })
}

describe('run update-chances', () => {
  test('makes chances of each open show, with the card of the machine', async () => {
    await makePastShows(db, { shows: 80, songs: 60 })
    const hidden = await db.selectFrom('songs').select('id').orderBy('id').executeTakeFirstOrThrow()
    await sql`UPDATE songs SET hidden_at = now() WHERE id = ${hidden.id}`.execute(db)
    const shows = [await makeShow(db), await makeShow(db, { daysFromToday: 8 })]
    await make()

    const chances = await listChances()
    expect(chances.map(({ show_id }) => show_id)).toEqual(shows.map(({ id }) => id))
    for (const { show_id, page, method } of chances) {
      expect(['model', 'rule']).toContain(method)
      expect(chancePage.parse(page)).toEqual(page)
      expect(page.songs.length).toBeGreaterThan(40)
      expect(page.songs.map(({ id }) => id)).not.toContain(hidden.id)
      expect(page.suggestions).toHaveLength(SLOT_COUNT)
      const likely = page.songs.filter(({ chance }) => chance !== null && chance > 5).map(({ id }) => id)
      const songs = await listSongs(show_id)
      expect(songs.map(({ song_id }) => song_id)).toEqual(expect.arrayContaining(likely))
      for (const { chance, expected } of songs) {
        expect(chance).toBeGreaterThanOrEqual(0.005)
        expect(expected).toHaveLength(SLOT_COUNT)
      }
    }
    const [card] = await listCards()
    const { set1, set2, encore } = unpackPicks(card?.picks ?? Buffer.alloc(0))
    const picked = new Set([...set1, ...set2, ...encore])
    expect(picked.size).toBe(SLOT_COUNT)
    expect(picked.has(null) || picked.has(hidden.id)).toBe(false)
    expect(await listTopics()).toEqual([{ topic: topics.chances, version: 1 }])
    expect(await listOpenJobs()).toEqual([])
  })

  test('changes nothing when nothing has changed', async () => {
    await makePastShows(db, { shows: 12, songs: 30 })
    await makeShow(db)
    await make()
    const before = await everything()
    await make()
    expect(await everything()).toEqual(before)
    expect(await listOpenJobs()).toEqual([])
  })

  test('makes chances again after a correction, but not frozen ones', async () => {
    await makePastShows(db, { shows: 12, songs: 30 })
    const [frozen, open] = [await makeShow(db), await makeShow(db)]
    await make()
    await sql`UPDATE show_chances SET frozen_at = now() WHERE show_id = ${frozen.id}`.execute(db)
    const [chancesBefore, songsBefore, cardsBefore] = [
      await listChances(),
      await listSongs(frozen.id),
      await listCards(),
    ]
    await correctFirstShow()
    await make()
    const chances = await listChances()
    expect(chances[0]).toEqual(chancesBefore[0])
    expect(await listSongs(frozen.id)).toEqual(songsBefore)
    expect((await listCards())[0]).toEqual(cardsBefore[0])
    expect(chances[1]?.show_id).toBe(open.id)
    expect(chances[1]?.made_from).not.toBe(chancesBefore[1]?.made_from)
    expect(chances[1]?.page).not.toEqual(chancesBefore[1]?.page)
  })

  test.each([
    [0, []],
    [9, ['plays']],
    [10, ['rule']],
  ])('makes chances of %i past shows by %j', async (shows, methods) => {
    await makePastShows(db, { shows, songs: 30 })
    await makeShow(db)
    await make()
    expect((await listChances()).map(({ method }) => method)).toEqual(methods)
    expect(await listCards()).toHaveLength(methods.length)
    expect(await listOpenJobs()).toEqual([])
  })

  test('chooses the method again when there are more shows', async () => {
    await makePastShows(db, { shows: 9, songs: 30 })
    const { id } = await makeShow(db)
    await make()
    const past = await makeShow(db, { daysFromToday: -2 })
    const song = await db.selectFrom('songs').select('id').executeTakeFirstOrThrow()
    await makeSetlist(db, past.id, { set1: [song.id] })
    await make()
    expect(await listChances()).toMatchObject([{ show_id: id, method: 'rule' }])
    expect((await everything()).choices).toMatchObject([{ id: 1, method: 'rule', shows: 10 }])
  })

  test('keeps the old chances when it is killed, and makes them when it runs again', async () => {
    await makePastShows(db, { shows: 12, songs: 30 })
    const { id } = await makeShow(db)
    await make()
    const before = await everything()
    const songsBefore = await listSongs(id)
    await correctFirstShow()
    const runId = await bench.enqueue('update-chances', {})
    const job = await bench.jobOf(runId)
    const execute = () => bench.createExecutor().execute('update-chances', runId, job)
    const { killed } = await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE system_predictions IN SHARE MODE`.execute(trx)
      const executed = execute().catch((error: unknown) => error)
      await expect.poll(() => countWaitingQueries(bench.pool)).toBe(1)
      await killWaitingQueries(bench.pool)
      return { killed: executed }
    })
    expect(await killed).toBeInstanceOf(Error)
    expect(await everything()).toEqual(before)
    expect(await listSongs(id)).toEqual(songsBefore)
    expect(await listOpenJobs()).toEqual([{ id: job.outboxId }])
    await execute()
    expect((await listChances())[0]?.made_from).not.toBe(before.chances[0]?.made_from)
  })

  test('stores nothing that was made from what has changed meanwhile', async () => {
    await makePastShows(db, { shows: 12, songs: 30 })
    await makeShow(db)
    const runId = await bench.enqueue('update-chances', {})
    const executor = bench.createExecutor({
      'update-chances': (context) =>
        updateChances({
          ...context,
          finish: async (last) => {
            await correctFirstShow()
            return context.finish(last)
          },
        }),
    })
    await executor.execute('update-chances', runId, await bench.jobOf(runId))
    expect(await bench.getRun(runId)).toMatchObject({ state: 'done', result: { shows: 0 } })
    expect(await listChances()).toEqual([])
    expect(await make()).toMatchObject({ result: { shows: 1 } })
  })

  test('keeps the choice of the method when it is aborted after it', async () => {
    await makePastShows(db, { shows: 12, songs: 30 })
    await makeShow(db)
    const runId = await bench.enqueue('update-chances', {})
    const job = await bench.jobOf(runId)
    const executor = bench.createExecutor({
      'update-chances': (context) =>
        updateChances({
          ...context,
          async change(part) {
            const changed = await context.change(part)
            executor.abort()
            return changed
          },
        }),
    })
    await executor.execute('update-chances', runId, job)
    expect(await bench.getRun(runId)).toMatchObject({ state: 'queued' })
    expect((await everything()).choices).toMatchObject([{ shows: 12 }])
    expect(await listChances()).toEqual([])
  })

  test('follows a job of release 0.10.0', async () => {
    await makePastShows(db, { shows: 12, songs: 30 })
    await makeShow(db)
    const outboxId = await db.transaction().execute((trx) => insertJob(trx, 'make-chances', {}))
    for (const attempt of [1, 2]) await makeChances({ db })({}, { outboxId, attempt })
    const open = db.selectFrom('outbox').select('job').where('done_at', 'is', null)
    expect(await open.execute()).toEqual([{ job: 'update-chances' }])
  })

  test('stores at most 25 kB compressed for a page of 900 songs', async () => {
    const shows = 1_000
    await makePastShows(db, { shows, songs: 900 })
    const choice = { id: 1, method: 'plays' as const, shows, measured: 'null' }
    await db.insertInto('chance_choices').values(choice).execute()
    await makeShow(db)
    await make()
    const [chances] = await listChances()
    expect(chances?.page.songs.length).toBeGreaterThan(850)
    expect(gzipSync(JSON.stringify(chances?.page)).length).toBeLessThan(MAX_PAGE_BYTES)
  })
})
