import { listUsedVariants, listVariants } from '@called-it/tests/support/payloads/payload-shape'
import {
  currentPayloads,
  payloadVersions,
  withUnknownFields,
} from '@called-it/tests/support/payloads/payload-versions'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishedEvents, serverEvents } from './events.ts'
import { jobs } from './jobs.ts'
import { runInputs, runResults, runs } from './runs.ts'
import { handSetlist } from './setlists.ts'

const schemas = {
  messages: publishedEvents,
  live: serverEvents,
  jobs: Object.fromEntries(Object.entries(jobs).map(([job, { payload }]) => [job, payload])),
  orders: runInputs,
  results: runResults,
} satisfies Record<string, Readonly<Record<string, z.ZodType>>>
type Group = keyof typeof schemas
const groups: readonly Group[] = ['messages', 'live', 'jobs', 'orders', 'results']

const listSchemas = (group: Group) =>
  Object.entries<z.ZodType>(schemas[group]).map(([name, schema]) => ({ group, name, schema }))
const allSchemas = groups.flatMap(listSchemas)

describe.each(payloadVersions)('payloads of $name', (version) => {
  // Names that no longer exist are ignored by their readers.
  const payloads = allSchemas.flatMap(({ group, name, schema }) =>
    (version[group][name] ?? []).map((payload) => ({ group, name, schema, payload })),
  )

  test.each(payloads)('parses with unknown fields and without: $group, $name', ({ schema, payload }) => {
    const parsed: unknown = schema.parse(payload)
    expect(schema.parse(withUnknownFields(payload))).toMatchObject(Object(parsed))
  })
})

describe('newest payloads', () => {
  test.each(groups)('has every name: %s', (group) => {
    const names = listSchemas(group).map(({ name }) => name)
    expect(Object.keys(currentPayloads[group]).sort()).toEqual(names.sort())
  })

  test.each(allSchemas)('covers every variant of the schema: $group, $name', ({ group, name, schema }) => {
    const used = (currentPayloads[group][name] ?? []).flatMap((payload) => listUsedVariants(schema, payload))
    // Fields that are not sent any more stay in the file of a release.
    const known = used.filter((variant) => !variant.endsWith(': unknown'))
    expect([...new Set(known)].sort()).toEqual([...new Set(listVariants(schema))].sort())
  })
})

describe('values of a newer release', () => {
  test('skips runs of an unknown kind or state and refuses invalid ones', () => {
    const [run] = serverEvents['run:changed'].parse(currentPayloads.live['run:changed']?.[0]).runs
    expect(runs.parse([{ ...run, kind: 'bake-cake' }, run, { ...run, state: 'paused' }])).toEqual([run])
    expect(runs.safeParse([{ ...run, id: 'no number' }]).success).toBe(false)
    expect(runs.safeParse([run, null]).success).toBe(false)
  })

  test('ends a session for an unknown reason', () => {
    expect(publishedEvents['session:revoked'].parse({ userId: 7, reason: 'moved' })).toEqual({
      userId: 7,
      reason: 'ended',
    })
    expect(serverEvents['session:revoked'].parse({ reason: 'moved' })).toEqual({ reason: 'ended' })
  })

  test('accepts unknown fields in stored run inputs but not in HTTP requests', () => {
    const [order] = currentPayloads.orders['preview-scores'] ?? []
    const { setlist } = runInputs['preview-scores'].parse(withUnknownFields(order))
    expect(handSetlist.safeParse(setlist).success).toBe(true)
    expect(handSetlist.safeParse(withUnknownFields(setlist)).success).toBe(false)
  })
})
