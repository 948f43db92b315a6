import type { Access } from '@called-it/shared/contract/endpoint'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeStanding, makeTour, makeUser } from '../support/factories.ts'
import { PATIENT } from '../support/patience.ts'
import type { TestGateway } from '../support/realtime/open-gateway.ts'
import { joinRaw, openRawSocket, type RawSocket } from '../support/realtime/raw-socket.ts'
import { setUpGateways } from '../support/realtime/set-up-gateways.ts'
import { fuzz, fuzzTimeout, type Verdict } from './fuzz.ts'
import { watchLeaks } from './leaks.ts'
import { openRequestSender } from './send-request.ts'
import { clientEvents, eventFrames, type Frame, rubbishFrames } from './socket-frames.ts'
import { changedTables, watchTables } from './table-watch.ts'
import { hostileText } from './values/texts.ts'

const SUBJECT = 'socket events'
const EVERYDAY = 15

let leaks: Awaited<ReturnType<typeof watchLeaks>>
beforeAll(async () => {
  leaks = await watchLeaks()
})
// Vitest ends in the reverse order: when this comes, the gateways' parts are closed.
afterAll(() => leaks.expectNone())
const gateways = setUpGateways()

/** A hub with a tour whose board somebody watches, and what it has logged as trouble. */
async function openHub() {
  const { db } = gateways.place
  const tour = await makeTour(db)
  const player = await makeUser(db)
  await makeStanding(db, { board: tour.id, user_id: player.id, total: 3, shows: 1, best: 3 })
  const troubles: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void troubles.push(line) })
  const gateway = await gateways.open({ parts: { log } })
  const witness = await gateways.connect(gateway)
  const tables = watchTables(gateways.database.url)
  gateways.atEnd(() => tables.close())
  const before = await tables.read()
  const cookies: Record<Access, string | undefined> = {
    visitor: undefined,
    fan: gateways.logIn(player.id).cookie,
    admin: gateways.logIn(player.id, { device: 'desk', isAdmin: true }).cookie,
  }

  return {
    gateway,
    tour,
    cookies,
    /** Nothing was logged, nobody is left behind, no row has changed, and who was there is still answered. */
    async expectAsBefore() {
      // The clock stands still otherwise, and the witness would say too much in no time.
      gateway.clock.advance(1_000)
      expect(
        await witness.socket.timeout(PATIENT.timeout).emitWithAck('board:watch', { tourId: tour.id }),
      ).toEqual({
        ok: true,
      })
      await vi.waitFor(() => expect(gateway.realtime.count()).toBe(1), { ...PATIENT, interval: 5 })
      expect(troubles).toEqual([])
      expect(changedTables(before, await tables.read())).toEqual([])
    },
  }
}

const caller = fc.constantFrom<Access>('visitor', 'fan', 'admin')

test.each(Object.entries(clientEvents))(
  '%s carries whatever a client sends, and the hub lives on',
  fuzzTimeout(EVERYDAY),
  async (name, schema) => {
    const hub = await openHub()
    await fuzz({
      subject: SUBJECT,
      name,
      inputs: fc.record({ caller, frames: eventFrames(name, schema, [hub.tour.id]) }),
      everyday: EVERYDAY,
      tryInput: async (input) => {
        const verdict = await say(hub.gateway, input.frames, hub.cookies[input.caller], hub.tour.id)
        await hub.expectAsBefore()
        return verdict
      },
    })
  },
)

test('rubbish is dropped or ends its connection', fuzzTimeout(EVERYDAY), async () => {
  const hub = await openHub()
  await fuzz({
    subject: SUBJECT,
    name: 'rubbish and bytes',
    inputs: fc.record({ caller, joins: fc.boolean(), frames: rubbishFrames }),
    everyday: EVERYDAY,
    tryInput: async ({ frames, joins, caller: who }) => {
      const verdict = await say(hub.gateway, frames, hub.cookies[who], hub.tour.id, joins)
      await hub.expectAsBefore()
      return verdict
    },
  })
})

test('polling takes whatever is posted', fuzzTimeout(EVERYDAY), async () => {
  const hub = await openHub()
  const sender = openRequestSender(hub.gateway.url)
  gateways.atEnd(() => sender.close())
  const body = fc.oneof(
    hostileText.map((text) => Buffer.from(text)),
    fc
      .array(fc.oneof(hostileText, fc.constantFrom('40', '42["board:watch",{"tourId":1}]', '1', 'bAAAA')), {
        maxLength: 5,
      })
      .map((packets) => Buffer.from(packets.join('\x1e'))),
    fc.uint8Array({ maxLength: 300 }),
  )
  const query = fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: hostileText.map((text) => `&sid=${encodeURIComponent(text.toWellFormed())}`) },
    { weight: 1, arbitrary: fc.constantFrom('&EIO=3', '&transport=__proto__', '&sid[]=1', '&j=1', '&t=%') },
  )
  await fuzz({
    subject: SUBJECT,
    name: 'polling',
    inputs: fc.record({ body, query, type: fc.constantFrom('text/plain', 'application/octet-stream', 'a') }),
    everyday: EVERYDAY,
    tryInput: async (input) => {
      const path = '/socket.io/?EIO=4&transport=polling'
      const opened = await sender.send({ method: 'GET', path, headers: {}, body: null })
      const sid = /"sid":"([^"]+)"/.exec(opened.body.toString())?.[1] ?? ''
      const headers = { 'content-type': input.type }
      const session = `${path}&sid=${sid}`
      const { status } = await sender.send({
        method: 'POST',
        path: session + input.query,
        headers,
        body: input.body,
      })
      expect(status).toBeLessThan(500)
      // A page that goes away says so, unless it was ended already.
      await sender.send({
        method: 'POST',
        path: session,
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from('1'),
      })
      await hub.expectAsBefore()
      return status < 400 ? 'accepted' : 'refused'
    },
  })
})

/** By which the answer to a right event is known. */
const LAST_NUMBER = '98765'
const PING = 9
const CLOSE_FRAME = 0x88
/** A WebSocket's ping comes back with what it carries, once all before it is read. */
const ALL_IS_READ = 'all is read'

/** Says all of it, and then something right, which is answered unless the hub has ended the connection. */
async function say(
  { port }: TestGateway,
  frames: readonly Frame[],
  cookie: string | undefined,
  tourId: number,
  joins = true,
): Promise<Verdict> {
  const raw = await openRawSocket(port, cookie)
  if (joins) await joinRaw(raw)
  for (const { opcode, payload } of frames) raw.sendFrame(opcode, Buffer.from(payload))
  raw.sendFrame(PING, Buffer.from(ALL_IS_READ))
  const verdict = await hear(raw, () => {
    // It may have left by what it said.
    raw.send('40')
    raw.send(`42${LAST_NUMBER}["board:unwatch",{"tourId":${tourId}}]`)
    raw.send(`42${LAST_NUMBER}["board:watch",{"tourId":${tourId}}]`)
  })
  raw.stream.destroy()
  return verdict
}

function hear({ stream }: RawSocket, onRead: () => void): Promise<Verdict> {
  return new Promise((resolve) => {
    let heard = ''
    let isRead = false
    stream.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      if (!isRead && heard.includes(ALL_IS_READ)) {
        isRead = true
        onRead()
      }
      if (heard.includes(`43${LAST_NUMBER}[`)) resolve('accepted')
      // The hub's farewell, which it would wait for an answer to: all else that it says here is plain ASCII.
      if (chunk.includes(CLOSE_FRAME)) stream.destroy()
    })
    stream.on('close', () => resolve('refused'))
    stream.on('end', () => stream.destroy())
    stream.resume()
  })
}
