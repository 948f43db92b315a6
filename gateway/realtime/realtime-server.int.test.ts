import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { updateSettings } from '@called-it/infra/postgres/queries/work/settings'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import {
  changeShow,
  makeSetlist,
  makeShow,
  makeSong,
  makeTour,
} from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { lostPublisher } from '@called-it/tests/support/realtime/open-gateway'
import { openRawSocket } from '@called-it/tests/support/realtime/raw-socket'
import { setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { expect, test } from 'vitest'

const gateways = setUpGateways()
const { open, connect } = gateways

async function join({ isAdmin = false } = {}) {
  const user = await makeUser(gateways.place.db, { isAdmin })
  return { user, ...gateways.logIn(user.id, { isAdmin }) }
}

function switchOverlay(isOn: boolean, publisher: EventPublisher = gateways.publisher) {
  return changeAndPublish(gateways.place.db, publisher, async (trx, changed) => {
    await updateSettings(trx, { testModeEnabled: true, siteOverlayEnabled: isOn })
    changed.add(topics.settings)
  })
}

function addPlayer(board: number, total: number) {
  return changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
    const user = await makeUser(trx)
    await makeStanding(trx, { board, user_id: user.id, total })
    changed.add(topics.board(board))
    return user
  })
}

async function scoreShow(...scores: { user_id: number; total: number }[]) {
  const { db } = gateways.place
  const [show, song] = [await makeShow(db), await makeSong(db)]
  const predictionIds: number[] = []
  for (const { user_id: userId } of scores) {
    const { id } = await makePrediction(db, { showId: show.id, userId, picks: { set1: [song.id] } })
    predictionIds.push(id)
  }
  await changeAndPublish(db, gateways.publisher, async (trx, changed) => {
    await makeSetlist(trx, show.id, { set1: [song.id] })
    await makeScores(trx, show, scores)
    changed.add(topics.show(show.id))
  })
  return { show, predictionIds }
}

test('sends a change of settings to every socket on every gateway', async () => {
  const [one, two] = [await open(), await open()]
  const { cookie } = await join()
  const clients = [await connect(one), await connect(two), await connect(two, { cookie })]
  await switchOverlay(true)
  for (const client of clients) {
    const event = await client.next('config:changed')
    expect(event.config).toEqual({
      testModeEnabled: true,
      siteOverlayEnabled: true,
      registration: { mode: 'open', is_fixed: false },
    })
    expect(event).toMatchObject({ topic: 'settings', to: one.watcher.versionOf('settings') })
  }
})

test('sends a change of the catalogue and an added show to every socket', async () => {
  const [one, two] = [await open(), await open()]
  const clients = [await connect(one), await connect(two)]
  const show = await changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
    const added = await makeShow(trx)
    changed.add(topics.catalogue).add(topics.show(added.id))
    return added
  })
  for (const client of clients) {
    const { topic, to } = await client.next('catalogue:changed')
    expect([topic, to]).toEqual(['catalogue', one.watcher.versionOf('catalogue')])
    await client.next('show:changed', (event) => event.show.id === show.id && event.show.is_open)
  }
})

test('sends a scored show to every socket, and each score to its user only', async () => {
  const [one, two] = [await open(), await open()]
  const [ann, bob, cleo] = [await join(), await join(), await join()]
  const visitor = await connect(one)
  const annHere = await connect(one, ann)
  const annThere = await connect(two, ann)
  const bobHere = await connect(one, bob)
  const cleoHere = await connect(one, cleo)
  const { show, predictionIds } = await scoreShow(
    { user_id: ann.user.id, total: 21 },
    { user_id: bob.user.id, total: 6 },
  )
  const [predictionId] = predictionIds
  for (const client of [visitor, annHere, annThere, bobHere, cleoHere]) {
    const event = await client.next('show:changed')
    expect(event).toMatchObject({ topic: topics.show(show.id), from: 0, to: 1 })
    expect(event.show).toMatchObject({ id: show.id, is_scored: true, version: 1 })
  }
  for (const client of [annHere, annThere]) {
    await client.next('score:changed')
    expect(client.all('score:changed')).toEqual([{ showId: show.id, predictionId, score: 21, version: 1 }])
  }
  await bobHere.next('score:changed')
  expect(bobHere.all('score:changed').map(({ score }) => score)).toEqual([6])
  await switchOverlay(true)
  for (const client of [visitor, cleoHere]) {
    await client.next('config:changed')
    expect(client.all('score:changed')).toEqual([])
  }
})

test('sends a null score to the user after a reset', async () => {
  const gateway = await open()
  const ann = await join()
  const { show } = await scoreShow({ user_id: ann.user.id, total: 21 })
  const client = await connect(gateway, ann)
  await changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
    await changeShow(trx, show.id, { score_set_id: null })
    changed.add(topics.show(show.id))
  })
  const event = await client.next('score:changed', ({ score }) => score === null)
  expect(event).toMatchObject({ showId: show.id, version: 2 })
})

test('sends one event with the last state for changes that are found together', async () => {
  const gateway = await open()
  const client = await connect(gateway)
  const before = gateway.watcher.versionOf(topics.settings)
  for (const isOn of [true, false, true]) await switchOverlay(isOn, lostPublisher)
  gateway.clock.advance(1_000)
  const { to, config } = await client.next('config:changed')
  expect({ to, isOn: config.siteOverlayEnabled }).toEqual({ to: before + 3, isOn: true })
})

test('sends the changed rows of the global board to every socket', async () => {
  const gateway = await open()
  const client = await connect(gateway)
  const first = await addPlayer(GLOBAL_BOARD, 40)
  const start = await client.next('leaderboard:changed', ({ changed }) => changed.length > 0)
  expect(start.changed.map(({ userId }) => userId)).toEqual([first.id])
  const second = await addPlayer(GLOBAL_BOARD, 30)
  const event = await client.next('leaderboard:changed', ({ to }) => to > start.to)
  const user = { userId: second.id, userName: second.displayName, avatar: null }
  expect(event.changed).toEqual([{ rank: 2, ...user, showsParticipated: 1, bestScore: 30, totalScore: 30 }])
  expect(event).toMatchObject({ removed: [], total: 2, from: start.to, to: start.to + 1 })
})

test('sends who was deleted to every socket', async () => {
  const gateway = await open()
  const [client, user] = [await connect(gateway), await makeUser(gateways.place.db)]
  await changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
    await eraseUser(trx, user.id)
    changed.add(topics.deletions)
  })
  const event = await client.next('users:deleted')
  expect(event).toMatchObject({ topic: 'deletions', from: 0, userIds: [user.id] })
})

test("sends a tour's board to sockets while they watch it", async () => {
  const gateway = await open()
  const [tour, other] = [await makeTour(gateways.place.db), await makeTour(gateways.place.db)]
  const watching = await connect(gateway)
  const watchingOther = await connect(gateway)
  const idle = await connect(gateway)
  expect(await watching.socket.emitWithAck('board:watch', { tourId: tour.id })).toEqual({ ok: true })
  expect(await watchingOther.socket.emitWithAck('board:watch', { tourId: other.id })).toEqual({ ok: true })
  const player = await addPlayer(tour.id, 12)
  const event = await watching.next('leaderboard:changed', ({ board }) => board === tour.id)
  expect(event).toMatchObject({ topic: topics.board(tour.id), total: 1 })
  expect(event.changed[0]?.userId).toBe(player.id)
  watching.socket.emit('board:unwatch', { tourId: tour.id })
  // Messages of a socket are handled in order, so the board is unwatched before this acknowledgement.
  await watching.socket.emitWithAck('board:watch', { tourId: other.id })
  await addPlayer(tour.id, 13)
  await switchOverlay(true)
  // Every socket receives the global board, perhaps still from an earlier change.
  const tourEvents = (client: typeof watching) =>
    client.all('leaderboard:changed').filter(({ board }) => board !== GLOBAL_BOARD)
  for (const client of [watching, watchingOther, idle]) {
    await client.next('config:changed')
    expect(tourEvents(client).filter(({ to }) => to > event.to)).toEqual([])
  }
  expect(tourEvents(idle)).toEqual([])
})

test('sends runs to admins only', async () => {
  const gateway = await open()
  const admin = await join({ isAdmin: true })
  const adminClient = await connect(gateway, admin)
  const others = [await connect(gateway, await join()), await connect(gateway)]
  const enqueue = (showId: number) =>
    changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
      changed.add(topics.runs)
      const order = { showId, fetchSetlist: false }
      return insertRun(trx, { kind: 'score-show', order, orderedBy: admin.user.id })
    })
  const { runId } = await enqueue((await makeShow(gateways.place.db)).id)
  const event = await adminClient.next('run:changed', ({ runs }) => runs.length > 0)
  expect(event.runs.at(-1)).toMatchObject({ id: runId, state: 'queued', orderedBy: admin.user.displayName })
  const later = await enqueue((await makeShow(gateways.place.db)).id)
  const next = await adminClient.next('run:changed', ({ from }) => from >= event.to)
  expect(next.runs.map(({ id }) => id)).toEqual([later.runId])
  await switchOverlay(true)
  for (const client of others) {
    await client.next('config:changed')
    expect(client.all('run:changed')).toEqual([])
  }
})

test('closes connections on close, even those that have not joined', async () => {
  const gateway = await open()
  const { socket } = await connect(gateway)
  const joined = new Promise((resolve) => socket.once('disconnect', resolve))
  const { stream } = await openRawSocket(gateway.port)
  const unjoined = new Promise((resolve) => stream.once('close', resolve))
  stream.resume()
  await gateway.realtime.close()
  await Promise.all([joined, unjoined])
  expect(gateway.realtime.count()).toBe(0)
})

test('rejects connections while the gateway is draining', async () => {
  const gateway = await open()
  gateway.draining.abort()
  await expect(connect(gateway)).rejects.toThrow()
})
