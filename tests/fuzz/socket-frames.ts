import { boardWatch, type ClientToServerEvents } from '@called-it/shared/contract/live'
import fc from 'fast-check'
import type { z } from 'zod'
import { arbitraryOf } from './values/arbitrary-of.ts'
import { hostileJson } from './values/hostile-json.ts'
import { hostileValue, nearlyValid } from './values/nearly-valid.ts'
import { hostileText } from './values/texts.ts'

/** A frame of a WebSocket; kind 1 is text, 2 binary. */
export type Frame = { readonly opcode: number; readonly payload: Uint8Array }

/** What clients may say, with the schema of each: a new event does not compile without its own. */
export const clientEvents = {
  'board:watch': boardWatch,
  'board:unwatch': boardWatch,
} satisfies Record<keyof ClientToServerEvents, z.ZodType>

/** Fewer than a flood is made of. */
const FEW = { minLength: 1, maxLength: 4 }
/** The longest that a frame of the raw client holds. */
const MOST_BYTES = 65_000

/** Names that Socket.IO has a use of its own for. */
const RESERVED = [
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'error',
  'newListener',
  'connection',
]

/** What follows the digits of an event: whether an answer is asked for, and by which number. */
const answerNumber = fc.constantFrom('', '0', '1', '99', '-1', '1.5', '99999999999999999999')

/** Events of a name: right ones, nearly right ones, and with anything beside what they carry. */
export function eventFrames(
  name: string,
  schema: z.ZodType,
  tourIds: readonly number[],
): fc.Arbitrary<Frame[]> {
  const known = (field: string) => (field === 'tourId' ? fc.constantFrom(...tourIds) : null)
  const payload = arbitraryOf(schema, known)
  const values = fc.oneof(
    payload.map((value) => [value]),
    nearlyValid(payload).map((value) => [value]),
    fc.array(hostileValue, { maxLength: 3 }),
  )
  const event = fc
    .tuple(answerNumber, values)
    .map(([number, carried]) => textFrame(eventText(name, number, carried)))
  const broken = hostileJson(values).map((bytes) => ({
    opcode: 1,
    payload: Uint8Array.from([...Buffer.from('42'), ...bytes.subarray(0, MOST_BYTES)]),
  }))
  return fc.array(fc.oneof({ weight: 3, arbitrary: event }, { weight: 1, arbitrary: broken }), FEW)
}

/** What is no event that any client of ours has, or no packet at all. */
export const rubbishFrames: fc.Arbitrary<Frame[]> = fc.array(
  fc.oneof(
    fc
      .tuple(fc.oneof(fc.constantFrom(...RESERVED), hostileText), answerNumber, fc.array(hostileValue, FEW))
      .map(([name, number, carried]) => textFrame(eventText(name, number, carried))),
    fc
      .tuple(fc.stringMatching(/^[0-9b]?[0-9]?$/), hostileText)
      .map(([digits, text]) => textFrame(`${digits}${text}`)),
    fc.stringMatching(/^4[0-9][/,\-\d[\]{}"a:]{0,30}$/).map(textFrame),
    fc
      .constantFrom(
        '40/admin,',
        '40{"token":1}',
        '41',
        '42[]',
        '42[null]',
        '42[{}]',
        '43',
        '440',
        '451-["a"]',
      )
      .map(textFrame),
    fc.record({
      opcode: fc.constantFrom(1, 2, 9, 10, 8, 3, 0),
      payload: fc.uint8Array({ maxLength: 120 }),
    }),
  ),
  FEW,
)

function eventText(name: string, number: string, carried: readonly unknown[]): string {
  return `42${number}${JSON.stringify([name, ...carried])}`
}

function textFrame(text: string): Frame {
  return { opcode: 1, payload: Uint8Array.from(Buffer.from(text).subarray(0, MOST_BYTES)) }
}
