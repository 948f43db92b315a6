import { changeAndPublish } from '@called-it/infra/events/change'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { topics } from '@called-it/shared/contract/events'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { changeShow, makeSetlist, makeShow, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makeLiveBoard } from '@called-it/tests/support/factories/live-boards'
import {
  lostPublisher,
  type TestClient,
  type TestGateway,
} from '@called-it/tests/support/realtime/open-gateway'
import { setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { expect, test, vi } from 'vitest'
import { openLiveShowParts } from '../features/live-shows/live-show.ts'
import { openFeeds } from './feeds/feeds.ts'

const gateways = setUpGateways()
const { open, connect } = gateways

const makeShowTonight = () =>
  makeShow(gateways.place.db, { daysFromToday: 0, locks_at: new Date(Date.now() - 60_000) })

const watch = ({ socket }: TestClient, showId: number) => socket.emitWithAck('show:watch', { showId })

function change(showId: number, run: (trx: DatabaseTransaction) => Promise<unknown> = async () => undefined) {
  return changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
    await run(trx)
    changed.add(topics.live(showId)).add(topics.setlist(showId))
  })
}

/** As an operator's tap and the live board after it do. */
const play = (showId: number, revision: number, set1: readonly number[]) =>
  change(showId, async (trx) => {
    await makeSetlist(trx, showId, { set1 }, { open_set: 'set1' })
    const songs = set1.map((songId) => ({ songId, players: 5, exact: 2, holders: [] }))
    await makeLiveBoard(trx, { showId, revision, rows: [], songs })
  })

test('sends steps to the sockets that watch the show, on every gateway', async () => {
  const [one, two] = [await open(), await open()]
  const [here, there, elsewhere] = [await connect(one), await connect(two), await connect(one)]
  const [show, other] = [await makeShowTonight(), await makeShowTonight()]
  const [first, second] = await makeSongs(gateways.place.db, 2)
  if (!first || !second) return expect.unreachable()
  for (const client of [here, there]) expect(await watch(client, show.id)).toMatchObject({ ok: true })
  expect(await watch(elsewhere, other.id)).toMatchObject({ ok: true })

  await play(show.id, 1, [first.id])
  for (const client of [here, there]) {
    const { changed } = await client.next('live:changed', ({ songs }) => songs === 1)
    expect(changed).toMatchObject([{ song: { id: first.id }, players: 5 }])
  }
  await play(show.id, 2, [first.id, second.id])
  for (const client of [here, there]) {
    const step = await client.next('live:changed', ({ songs }) => songs === 2)
    expect(step).toMatchObject({ from: 1, to: 2, showId: show.id, revision: 2, phase: 'live' })
    expect(step.changed).toMatchObject([{ sequence: 2, song: { id: second.id } }])
  }
  here.socket.emit('show:unwatch', { showId: show.id })
  await play(show.id, 3, [first.id])
  await there.next('live:changed', ({ to }) => to === 3)
  expect(here.all('live:changed').map(({ to }) => to)).not.toContain(3)
  expect(elsewhere.names()).toEqual([])
})

test('reads a show for the first socket that watches it, not for each further one', () => {
  const { db } = gateways.place
  const audience = { emit: vi.fn(), hasSockets: () => true, userIds: () => [] }
  const feeds = openFeeds(
    {
      db,
      config: { registration: null },
      queues: { workers: vi.fn() },
      liveShows: openLiveShowParts(db),
      recheckLeague: vi.fn(),
    },
    audience,
  )
  const watched = { kind: 'show', id: 7 } as const
  expect([feeds.open(watched), feeds.open(watched)]).toEqual([topics.live(7), null])
  feeds.close(watched)
  expect(feeds.open(watched)).toBe(topics.live(7))
})

test('sends nothing of a show whose picks are open again', async () => {
  const gateway = await open()
  const client = await connect(gateway)
  const show = await makeShowTonight()
  const [song] = await makeSongs(gateways.place.db, 1)
  await watch(client, show.id)
  const lock = (trx: DatabaseTransaction, locks_at: Date) => changeShow(trx, show.id, { locks_at })
  await change(show.id, async (trx) => {
    await lock(trx, new Date(Date.now() + 3_600_000))
    await makeLiveBoard(trx, { showId: show.id, revision: 0, rows: [{ userId: 1, total: 0 }] })
  })
  await change(show.id, (trx) => lock(trx, new Date()))
  const step = await client.next('live:changed')
  expect(step).toMatchObject({ from: 0, to: 2, phase: 'locked' })
  expect(song && client.all('live:changed')).toHaveLength(1)
})

test('sends changes of the setlist to operators only, until they lose the right', async () => {
  const gateway = await open()
  const show = await makeShowTonight()
  const operator = gateways.logIn((await makeUser(gateways.place.db)).id)
  const session = { ...operator.session, isOperator: true }
  gateways.sessions.set(operator.cookie, session)
  const clients = [
    await connect(gateway, operator),
    await connect(gateway, gateways.logIn((await makeUser(gateways.place.db)).id)),
  ]
  for (const client of clients) await watch(client, show.id)
  const [editing, fan] = clients
  if (!editing || !fan) return expect.unreachable()
  await change(show.id)
  expect(await editing.next('setlist:changed')).toMatchObject({ from: 0, to: 1, showId: show.id })

  gateways.sessions.set(operator.cookie, { ...session, isOperator: false })
  const listed = vi.spyOn(gateways.sessions, 'values')
  gateway.clock.advance(30_000)
  await expect.poll(() => listed).toHaveBeenCalled()
  await change(show.id)
  for (const client of clients) await client.next('live:changed', ({ to }) => to === 2)
  expect([editing, fan].map(({ all }) => all('setlist:changed').length)).toEqual([1, 0])
})

test('refuses shows that do not exist, and watches boards and shows up to one limit', async () => {
  const gateway = await open()
  const client = await connect(gateway)
  expect(await watch(client, 2_147_483_647)).toEqual({ ok: false })
  const shows = await Promise.all(Array.from({ length: 20 }, makeShowTonight))
  for (const { id } of shows) expect(await watch(client, id)).toMatchObject({ ok: true })
  expect(await watch(client, (await makeShowTonight()).id)).toEqual({ ok: false })
  expect(await client.socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: false })
})

const SECONDS = 1_000

test('counts the viewers of all gateways, and forgets a gateway that is gone', async () => {
  const [one, two] = [await open(), await open()]
  const show = await makeShowTonight()
  const viewersAt = ({ realtime }: TestGateway) => realtime.viewers.of(show.id)
  const [a, b, c] = [await connect(one), await connect(one), await connect(two)]
  for (const client of [a, b, c]) await watch(client, show.id)
  expect([viewersAt(one), viewersAt(two)]).toEqual([2, 1])
  one.clock.advance(5 * SECONDS)
  expect(await a.next('viewers:changed')).toEqual({ showId: show.id, viewers: 2 })
  await expect.poll(() => viewersAt(two)).toBe(3)
  two.clock.advance(5 * SECONDS)
  expect(await c.next('viewers:changed')).toMatchObject({ viewers: 3 })
  await expect.poll(() => viewersAt(one)).toBe(3)
  one.clock.advance(5 * SECONDS)
  await a.next('viewers:changed', ({ viewers }) => viewers === 3)

  c.socket.emit('show:unwatch', { showId: show.id })
  await expect.poll(() => viewersAt(two)).toBe(2)
  two.clock.advance(5 * SECONDS)
  await expect.poll(() => viewersAt(one)).toBe(2)
  two.clock.advance(20 * SECONDS)
  expect(viewersAt(two)).toBe(0)
})

test('counts its own viewers without Redis', async () => {
  const gateway = await open({ parts: { publisher: lostPublisher } })
  const show = await makeShowTonight()
  const client = await connect(gateway)
  await watch(client, show.id)
  gateway.clock.advance(20 * SECONDS)
  expect(await client.next('viewers:changed')).toEqual({ showId: show.id, viewers: 1 })
  expect(client.all('viewers:changed')).toHaveLength(1)
})

test('says from which versions on a page of a show gets events', async () => {
  const gateway = await open()
  const client = await connect(gateway)
  const [show, other] = [await makeShowTonight(), await makeShowTonight()]
  const topicsOf = async () => (await watch(client, show.id)).topics
  const before = await topicsOf()
  await change(show.id)
  await client.next('live:changed', ({ to }) => to === 1)
  expect(await topicsOf()).toEqual({ ...before, [topics.live(show.id)]: 1, [topics.setlist(show.id)]: 1 })
  await changeAndPublish(gateways.place.db, gateways.publisher, async (_, changed) => {
    changed.add(topics.show(other.id))
  })
  await client.next('show:changed', ({ show: { id } }) => id === other.id)
  expect(await topicsOf()).toMatchObject({ shows: (before?.shows ?? 0) + 1, [topics.show(show.id)]: 0 })
})
