import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { jobs } from './jobs.ts'
import { bridgeEvents, liveEvents } from './live.ts'
import { runOrders, runResults, runs } from './runs.ts'
import { handSetlist } from './setlists.ts'
import { listBranches, listTaken } from './testing/payload-shape.ts'
import { payloadVersions, todaysPayloads, withUnknownFields } from './testing/payload-versions.ts'

/** What today's programs read, by what carries it. */
const readers = {
  bridge: bridgeEvents,
  live: liveEvents,
  jobs: Object.fromEntries(Object.entries(jobs).map(([job, { payload }]) => [job, payload])),
  orders: runOrders,
  results: runResults,
} satisfies Record<string, Readonly<Record<string, z.ZodType>>>
type Carrier = keyof typeof readers
const carriers: readonly Carrier[] = ['bridge', 'live', 'jobs', 'orders', 'results']

const readersOf = (carrier: Carrier) => new Map<string, z.ZodType>(Object.entries(readers[carrier]))

describe.each(payloadVersions)('what the programs of $name write', (version) => {
  /** What still has a name today; what has none any more is ignored, as `deliver` and the subscriber have it. */
  const written = carriers.flatMap((carrier) =>
    [...readersOf(carrier)].flatMap(([name, schema]) =>
      (version[carrier][name] ?? []).map((payload) => ({ carrier, name, schema, payload })),
    ),
  )

  test.each(written)('is understood by those of today: $carrier, $name', ({ schema, payload }) => {
    expect(schema.safeParse(payload)).toMatchObject({ success: true })
  })

  test.each(written)('may have fields that today has not: $carrier, $name', ({ schema, payload }) => {
    const known: unknown = schema.parse(payload)
    expect(schema.parse(withUnknownFields(payload))).toMatchObject(Object(known))
  })
})

describe('what today’s programs write', () => {
  test.each(carriers)('is all in the newest file: %s', (carrier) => {
    expect(Object.keys(todaysPayloads[carrier]).sort()).toEqual([...readersOf(carrier).keys()].sort())
  })

  const all = carriers.flatMap((carrier) =>
    [...readersOf(carrier)].map(([name, schema]) => ({ carrier, name, schema })),
  )
  test.each(all)('has the shape that the newest file has: $carrier, $name', ({ carrier, name, schema }) => {
    const taken = (todaysPayloads[carrier][name] ?? []).flatMap((payload) => listTaken(schema, payload))
    expect([...new Set(taken)].sort()).toEqual([...new Set(listBranches(schema))].sort())
  })
})

test('runs of a kind or a state that only a newer program knows are passed over, and no others', () => {
  const [run] = liveEvents['run:changed'].parse(todaysPayloads.live['run:changed']?.[0]).runs
  expect(runs.parse([{ ...run, kind: 'bake-cake' }, run, { ...run, state: 'paused' }])).toEqual([run])
  expect(runs.safeParse([{ ...run, id: 'no number' }]).success).toBe(false)
  expect(runs.safeParse([run, null]).success).toBe(false)
})

test('a session that ends for a reason that only a newer program knows has ended', () => {
  expect(bridgeEvents['session:revoked'].parse({ userId: 7, reason: 'moved' })).toEqual({
    userId: 7,
    reason: 'ended',
  })
  expect(liveEvents['session:revoked'].parse({ reason: 'moved' })).toEqual({ reason: 'ended' })
})

test('requests stay strict: what an order may hold besides, a request may not', () => {
  const [order] = todaysPayloads.orders['preview-scores'] ?? []
  const { setlist } = runOrders['preview-scores'].parse(withUnknownFields(order))
  expect(handSetlist.safeParse(setlist).success).toBe(true)
  expect(handSetlist.safeParse(withUnknownFields(setlist)).success).toBe(false)
})
