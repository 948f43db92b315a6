import { topics } from '@called-it/shared/contract/events'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { ended, makeClient } from '@called-it/tests/support/realtime/open-gateway'
import { setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { beforeAll, expect, test, vi } from 'vitest'
import type { SocketSession } from '../auth/session.ts'

const gateways = setUpGateways()

beforeAll(async () => {
  await makeTour(gateways.database.db)
})
const { open, connect, logIn, atEnd } = gateways

test('closes the connections of a revoked session on every gateway', async () => {
  const [one, two] = [await open(), await open()]
  const [phone, laptop, other] = [logIn(1), logIn(1, { device: 'laptop' }), logIn(2)]
  const [phoneHere, phoneThere] = [await connect(one, phone), await connect(two, phone)]
  const [laptopClient, otherClient] = [await connect(two, laptop), await connect(two, other)]
  const ends = [ended(phoneHere), ended(phoneThere)]
  await gateways.publisher.publish('session:revoked', {
    userId: 1,
    reason: 'logout',
    sessionHash: phone.session.sessionHash,
  })
  expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect'])
  for (const { all } of [phoneHere, phoneThere])
    expect(all('session:revoked')).toEqual([{ reason: 'logout' }])
  expect([laptopClient.socket.connected, otherClient.socket.connected]).toEqual([true, true])
})

test('keeps the session that changed the password and closes all others', async () => {
  const gateway = await open()
  const [phone, laptop] = [logIn(1), logIn(1, { device: 'laptop' })]
  const [phoneClient, laptopClient] = [await connect(gateway, phone), await connect(gateway, laptop)]
  const end = ended(laptopClient)
  await gateways.publisher.publish('session:revoked', {
    userId: 1,
    reason: 'password',
    exceptSessionHash: phone.session.sessionHash,
  })
  await end
  expect(phoneClient.socket.connected).toBe(true)
})

test('closes a connection revoked during its handshake, but not a later one', async () => {
  const read = Promise.withResolvers<SocketSession>()
  const readSession = vi.fn(() => read.promise)
  const gateway = await open({ parts: { readSession } })
  const { session } = logIn(1)
  const client = makeClient(gateway)
  atEnd(() => void client.socket.disconnect())
  const end = ended(client)
  client.socket.connect()
  await expect.poll(() => readSession).toHaveBeenCalledOnce()
  gateway.realtime.revoke({ userId: 1, reason: 'logout' })
  read.resolve(session)
  await end
  expect(client.all('session:revoked')).toEqual([{ reason: 'logout' }])
  gateway.clock.advance(1)
  const later = await connect(gateway)
  expect(await later.socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: true })
})

test('finds ended sessions and changed roles twice a minute', async () => {
  const gateway = await open()
  const [gone, promoted, demoted] = [logIn(1), logIn(2), logIn(3, { isAdmin: true })]
  const [goneClient, promotedClient, demotedClient] = [
    await connect(gateway, gone),
    await connect(gateway, promoted),
    await connect(gateway, demoted),
  ]
  const end = ended(goneClient)
  gateways.sessions.delete(gone.cookie)
  gateways.sessions.set(promoted.cookie, { ...promoted.session, isAdmin: true })
  gateways.sessions.set(demoted.cookie, { ...demoted.session, isAdmin: false })
  gateway.clock.advance(30_000)
  await end
  expect(goneClient.all('session:revoked')).toEqual([{ reason: 'ended' }])
  await gateways.database.db.insertInto('topic_versions').values({ topic: topics.runs, version: 5 }).execute()
  await gateways.publisher.publish('topics:changed', { topics: [{ topic: topics.runs, version: 5 }] })
  await promotedClient.next('run:changed')
  expect(await demotedClient.socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: true })
  expect(demotedClient.names()).toEqual([])
})

test('keeps connections while sessions cannot be read', async () => {
  const listSessions = vi.fn(() => Promise.reject(new Error('the database is away')))
  const gateway = await open({ parts: { listSessions } })
  const client = await connect(gateway, logIn(1))
  gateway.clock.advance(30_000)
  await expect.poll(() => listSessions).toHaveBeenCalledOnce()
  expect(await client.socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: true })
})
