import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { PATIENT } from '@called-it/tests/support/patience'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { describe, expect, test } from 'vitest'
import type { DatabaseTransaction } from '../../client.ts'
import { openPicksAgain } from '../catalogue/show-locks.ts'
import { findShowForUpdate } from '../catalogue/shows.ts'
import { findNewestLiveBoard, storeLiveBoard } from './live-boards.ts'
import { listLiveShowStates } from './live-shows.ts'

const database = await databaseOfFile()

async function makeShowWithLock(locksAt: Date) {
  const { id } = await makeShow(database.db, { daysFromToday: 0, locks_at: locksAt })
  const [state] = await listLiveShowStates(database.db, [id])
  return { id, lock: state?.lock ?? expect.fail('no such show') }
}

const EMPTY = { players: 0, histogram: '', top: [], songs: [], tour: null, userIds: new Int32Array() }
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const store = (showId: number, lock: string, revision = 0) =>
  database.db.transaction().execute((trx) => storeLiveBoard(trx, { ...EMPTY, showId, lock, revision }))

async function reopen(trx: DatabaseTransaction, showId: number): Promise<void> {
  await findShowForUpdate(trx, showId)
  const notice = { kind: 'reopened', at: new Date().toISOString(), reason: 'too early', from: null } as const
  await openPicksAgain(trx, showId, { locksAt: inMinutes(60), notice })
}

describe('stored live board', () => {
  test('is refused while picks are open, and after another lock', async () => {
    const open = await makeShowWithLock(inMinutes(5))
    expect(await store(open.id, open.lock)).toBe(false)
    const closed = await makeShowWithLock(inMinutes(-5))
    expect(await store(closed.id, open.lock)).toBe(false)
    expect(await store(closed.id, closed.lock)).toBe(true)
  })

  test('never replaces a newer one', async () => {
    const { id, lock } = await makeShowWithLock(inMinutes(-5))
    expect(await store(id, lock, 2)).toBe(true)
    expect(await store(id, lock, 1)).toBe(false)
    expect(await findNewestLiveBoard(database.db, id)).toMatchObject({ revision: 2 })
  })

  test('is removed by a reopening at the same time', async () => {
    const { id, lock } = await makeShowWithLock(inMinutes(-5))
    const reopening = await database.db.transaction().execute(async (trx) => {
      await storeLiveBoard(trx, { ...EMPTY, showId: id, lock, revision: 0 })
      const reopened = database.db.transaction().execute((other) => reopen(other, id))
      await expect.poll(() => countWaitingQueries(database.pool), PATIENT).toBe(1)
      return { reopened }
    })
    await reopening.reopened
    expect(await findNewestLiveBoard(database.db, id)).toBeNull()
  })
})
