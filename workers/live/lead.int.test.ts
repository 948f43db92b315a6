import { noPublisher } from '@called-it/infra/events/publisher'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { playedSetlist } from '@called-it/tests/support/game-factories'
import { type LiveShow, makeLiveShow } from '@called-it/tests/support/live-show'
import { liveBenchOfFile } from '@called-it/tests/support/workers/live-bench'
import { deliverToUsers, listNotified } from '@called-it/tests/support/workers/notified-users'
import { beforeEach, expect, test } from 'vitest'

const bench = await liveBenchOfFile()
const songs = (await makeSongs(bench.database.db, 30)).map(({ id }) => id)
beforeEach(() => emptyTables(bench.database.db, 'shows', 'outbox', 'notifications', 'announcements'))

async function makeNight(...cards: number[][]): Promise<LiveShow> {
  const { db } = bench.database
  const show = await makeLiveShow(db, 0)
  const userIds: number[] = []
  for (const card of cards) {
    const user = await makeUser(db)
    await makePrediction(db, {
      showId: show.id,
      userId: user.id,
      picks: { set1: card.map((song) => songs[song] ?? 0) },
    })
    userIds.push(user.id)
  }
  return { ...show, userIds }
}

async function play(show: LiveShow, count: number, openSet: 'set1' | null = 'set1'): Promise<void> {
  const actual = playedSetlist({ set1: songs.slice(0, count) })
  await bench.waitForBoard(show.id, await bench.enter(show, { actual, openSet }))
}

async function listLeaders() {
  const parts = { db: bench.database.db, publisher: noPublisher }
  await deliverToUsers(parts)
  return (await listNotified(parts, 'you-lead')).map(({ userId, ...content }) => [userId, content])
}

test('tells each leader once, from the third song on', async () => {
  // The second player leads after three songs, and the first after five.
  const show = await makeNight([20, 21, 22, 3, 4, 0], [0, 21, 2, 23, 24, 25], [29])
  const [first, second] = show.userIds
  const worker = bench.startWorker('one')
  await bench.waitForBoard(show.id, 0)
  await play(show, 1)
  await play(show, 2)
  expect(await listLeaders()).toEqual([])

  await play(show, 3)
  expect(await listLeaders()).toEqual([[second, { total: expect.any(Number) }]])
  await play(show, 5)
  await worker.stop()
  bench.startWorker('other')
  await play(show, 3)
  await play(show, 5)
  await play(show, 5, null)
  expect((await listLeaders()).map(([userId]) => userId)).toEqual([second, first])
})

test('tells nobody of a lead without points or shared by ten', async () => {
  const show = await makeNight(...Array.from({ length: 10 }, () => [3]))
  bench.startWorker('one')
  await bench.waitForBoard(show.id, 0)
  await play(show, 3)
  await play(show, 4)
  expect(await listLeaders()).toEqual([])
})
