import { changeAndPublish } from '@called-it/infra/events/change'
import { noPublisher } from '@called-it/infra/events/publisher'
import { findNewestLiveBoard, findOrderedBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { topics } from '@called-it/shared/contract/events'
import { expect, test } from 'vitest'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeSetlist } from '../support/factories/catalogue.ts'
import { killHolder } from '../support/live-night.ts'
import { totalsByBulkScorer } from '../support/live-reference.ts'
import { type LiveRevision, type LiveShow, makeLiveShow, nightOf } from '../support/live-show.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const PLAYERS = 100
const CURRENT_MS = 3_000

const system = await systemOfFile({ workers: 2 })
const { db } = system.database

/** Without a message over Redis: the worker finds it in Postgres. */
function enter(show: LiveShow, { actual, openSet }: LiveRevision): Promise<number> {
  return changeAndPublish(db, noPublisher, async (trx, changed) => {
    const { number } = await makeSetlist(trx, show.id, actual, { open_set: openSet })
    changed.add(topics.setlist(show.id))
    return number
  })
}

async function waitForBoard(show: LiveShow, revision: number): Promise<Date> {
  const newest = () => findNewestLiveBoard(db, show.id)
  await expect.poll(async () => (await newest())?.revision, PATIENCE).toBe(revision)
  const { created_at } = await db
    .selectFrom('live_boards')
    .select('created_at')
    .where('show_id', '=', show.id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return created_at
}

async function expectBoardOf(show: LiveShow, { actual, openSet }: LiveRevision): Promise<void> {
  const board = await findOrderedBoard(db, show.id)
  const stored = await db.selectFrom('predictions').select('picks').where('show_id', '=', show.id).execute()
  const totals = totalsByBulkScorer(Buffer.concat(stored.map(({ picks }) => picks)), actual, openSet)
  expect(Array.from(board?.totals ?? [])).toEqual(totals.toSorted((one, other) => other - one))
  expect(new Set(board?.userIds)).toEqual(new Set(show.userIds))
}

// F24, guarded by the age at which a claim is stale (`queries/live/live-claims.ts`), and by reading the newest revision each
// second (`workers/live/live-boards.ts`): without either the board stays at the song before.
test('keeps the live board current without its worker and Redis', LIMIT, async () => {
  const show = await makeLiveShow(db, PLAYERS)
  await waitForBoard(show, 0)
  const night = nightOf(show.songs).slice(0, 8)
  for (const [index, revision] of night.entries()) {
    const killed = index === 2 || index === 6 ? await killHolder(system, show.id) : undefined
    if (index === 4) await system.wipeRedis()
    const enteredAt = await getDatabaseTime(db)
    const number = await enter(show, revision)
    const storedAt = await waitForBoard(show, number)
    expect(Number(storedAt) - Number(enteredAt)).toBeLessThan(CURRENT_MS)
    await expectBoardOf(show, revision)
    await killed?.restart()
  }
  const rows = await db.selectFrom('live_boards').select('revision').where('show_id', '=', show.id).execute()
  expect(rows).toHaveLength(night.length + 1)
  await expectConsistent(system)
})
