import { boardWatch, showWatch } from '@called-it/shared/contract/events'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { makeUser } from '../support/factories/accounts.ts'
import { makeTour } from '../support/factories/catalogue.ts'
import { makeStanding } from '../support/factories/scores.ts'
import { PATIENT } from '../support/patience.ts'
import { joinRaw, openRawSocket, type RawSocket } from '../support/realtime/raw-socket.ts'
import { setUpGateways } from '../support/realtime/set-up-gateways.ts'
import { fuzzBudget } from './budget.ts'
import { watchTables } from './table-watch.ts'
import { arbitraryOf } from './values/arbitrary-of.ts'
import { hostileJson } from './values/hostile-json.ts'
import { hostileValue, nearlyValid } from './values/nearly-valid.ts'
import { hostileText } from './values/texts.ts'

const budget = fuzzBudget({ everyday: 20, long: 45 })
const gateways = setUpGateways()

type Frame = { readonly opcode: number; readonly payload: Uint8Array }

const TEXT = 1
const CLOSE_FRAME = 0x88
/** The raw client sends frames of up to 65,535 bytes. */
const MAX_PAYLOAD = 65_000
/** Too few to count as a flood. */
const FEW = { minLength: 1, maxLength: 4 }
/** Event names that Socket.IO reserves, beside those of the contract. */
const EVENTS =
  'board:watch board:unwatch show:watch show:unwatch league:watch league:unwatch connect connect_error disconnect disconnecting error newListener connection'
const ACK_IDS = ['', '0', '1', '99', '-1', '1.5', '99999999999999999999']
const PACKETS = '40/admin, 40{"token":1} 41 42[] 42[null] 42[{}] 43 440 451-["a"] 2probe 3probe 5'

/** Valid, nearly valid and hostile events, and frames that are no event. */
function framesFor(tourId: number): fc.Arbitrary<Frame[]> {
  const watch = fc.oneof(
    arbitraryOf(boardWatch, (field) => (field === 'tourId' ? fc.constant(tourId) : null)),
    arbitraryOf(showWatch),
  )
  const args = fc.oneof(
    fc.oneof(watch, nearlyValid(watch)).map((value) => [value]),
    fc.array(hostileValue, { maxLength: 3 }),
  )
  const name = fc.oneof(fc.constantFrom(...EVENTS.split(' ')), hostileText)
  const text = fc.oneof(
    fc
      .tuple(name, fc.constantFrom(...ACK_IDS), args)
      .map(([event, ackId, values]) => `42${ackId}${JSON.stringify([event, ...values])}`),
    fc.constantFrom(...PACKETS.split(' ')),
    fc.tuple(fc.stringMatching(/^[0-9b]?[0-9]?$/), hostileText).map((parts) => parts.join('')),
    fc.stringMatching(/^4[0-9][/,\-\d[\]{}"a:]{0,30}$/),
  )
  const packet = text.map((characters) => Buffer.from(characters))
  const malformed = hostileJson(args).map((json) => Buffer.concat([Buffer.from('42'), json]))
  const textFrame = fc
    .oneof(packet, packet, packet, malformed)
    .map((bytes) => ({ opcode: TEXT, payload: bytes.subarray(0, MAX_PAYLOAD) }))
  const opcode = fc.constantFrom(0, 1, 2, 3, 8, 9, 10)
  const anyFrame = fc.record({ opcode, payload: fc.uint8Array({ maxLength: 120 }) })
  return fc.array(fc.oneof(textFrame, textFrame, textFrame, anyFrame), FEW)
}

test('drops malformed frames or closes their connection', budget.test, async () => {
  const { db } = gateways.place
  const tour = await makeTour(db)
  const player = await makeUser(db)
  await makeStanding(db, { board: tour.id, user_id: player.id, total: 3, shows: 1, best: 3 })
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  const gateway = await gateways.open({ parts: { log } })
  const { socket: bystander } = await gateways.connect(gateway)
  const tables = watchTables(db)
  const before = await tables.read()
  const cookies = [
    undefined,
    gateways.logIn(player.id).cookie,
    gateways.logIn(player.id, { device: 'desktop', isAdmin: true }).cookie,
  ]

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...cookies),
      fc.boolean(),
      framesFor(tour.id),
      async (cookie, joins, frames) => {
        const raw = await openRawSocket(gateway.port, cookie)
        if (joins) await joinRaw(raw)
        for (const { opcode, payload } of frames) raw.sendFrame(opcode, Buffer.from(payload))
        await untilReadOrClosed(raw, tour.id)
        raw.stream.destroy()

        // The rate limit of the bystander needs the time to pass.
        gateway.clock.advance(1_000)
        const watching = bystander.timeout(PATIENT.timeout).emitWithAck('board:watch', { tourId: tour.id })
        expect(await watching).toEqual({ ok: true })
        const connections = () => expect(gateway.realtime.count()).toBe(1)
        await vi.waitFor(connections, { ...PATIENT, interval: 5 })
        expect(warnings).toEqual([])
        await tables.expectUnchanged(before)
      },
    ),
    budget.check,
  )
})

/** Sends a valid event, and waits for its acknowledgement or for the end of the connection. */
function untilReadOrClosed({ stream, send }: RawSocket, tourId: number): Promise<void> {
  const ackId = '98765'
  return new Promise((resolve) => {
    let received = ''
    stream.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      if (received.includes(`43${ackId}[`)) resolve()
      // Everything else that the server sends is ASCII.
      if (chunk.includes(CLOSE_FRAME)) stream.destroy()
    })
    stream.on('close', resolve)
    stream.on('end', () => stream.destroy())
    send(`42${ackId}["board:watch",{"tourId":${tourId}}]`)
    stream.resume()
  })
}
