import { findShow, findShowForShare, type Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { changeShow, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { expect, test } from 'vitest'
import { openCrowdCounts } from './crowd-counts.ts'

const database = await databaseOfFile()

async function makeLockedShow(players: number): Promise<Show> {
  const { db } = database
  const { id } = await makeShow(db, { locks_at: new Date(Date.now() - 60_000) })
  for (let player = 0; player < players; player += 1) {
    await makePrediction(db, { showId: id, userId: (await makeUser(db)).id, picks: { set1: [7, 7] } })
  }
  const show = await findShow(db, id)
  return show ?? expect.fail('no show')
}

test('counts in slices and shares the count with concurrent callers', async () => {
  const crowds = openCrowdCounts(database.db, { slice: 2 })
  const show = await makeLockedShow(5)
  const [one, other] = [crowds.find(show, NO_MERGES), crowds.find(show, NO_MERGES)]
  expect(one).toBe(other)
  expect(await one).toMatchObject({ players: 5, songs: [{ id: 7, players: 5 }] })
  expect(crowds.find({ ...show, picksClosed: true, isScored: true }, NO_MERGES)).toBe(one)
})

test('keeps the counts of the shows that were read last', async () => {
  const crowds = openCrowdCounts(database.db, { maxShows: 2 })
  const [a, b, c] = [await makeLockedShow(1), await makeLockedShow(1), await makeLockedShow(1)]
  const [first, second] = [crowds.find(a, NO_MERGES), crowds.find(b, NO_MERGES)]
  expect(crowds.find(a, NO_MERGES)).toBe(first)
  await crowds.find(c, NO_MERGES)
  expect(crowds.find(a, NO_MERGES)).toBe(first)
  expect(crowds.find(b, NO_MERGES)).not.toBe(second)
})

test('does not count the picks of a show that was reopened meanwhile', async () => {
  const show = await makeLockedShow(2)
  await changeShow(database.db, show.id, { locks_at: new Date('2099-01-01') })
  expect(await openCrowdCounts(database.db).find(show, NO_MERGES)).toMatchObject({ players: 0 })
})

test('counts picks of a merged song for the song that it is', async () => {
  const crowds = openCrowdCounts(database.db)
  const show = await makeLockedShow(2)
  expect(await crowds.find(show, NO_MERGES)).toMatchObject({ songs: [{ id: 7, players: 2 }] })
  expect(await crowds.find(show, new Map([[7, 9]]))).toMatchObject({ songs: [{ id: 9, players: 2 }] })
})

test('counts the saves of the last moment that are not committed yet', async () => {
  const { db } = database
  const show = await makeLockedShow(1)
  const user = await makeUser(db)
  const count = await db.transaction().execute(async (trx) => {
    await findShowForShare(trx, show.id)
    await makePrediction(trx, { showId: show.id, userId: user.id, picks: { set1: [7] } })
    const counting = openCrowdCounts(db).find(show, NO_MERGES)
    await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
    return { counting }
  })
  expect(await count.counting).toMatchObject({ players: 2 })
})
