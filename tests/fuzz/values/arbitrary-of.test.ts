import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { jobs } from '@called-it/shared/contract/jobs'
import { boardWatch } from '@called-it/shared/contract/live'
import { runInputs } from '@called-it/shared/contract/runs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { arbitraryOf } from './arbitrary-of.ts'
import { nearlyValid } from './nearly-valid.ts'

const ofCalls = Object.entries<Endpoint>(endpoints).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]): [string, z.ZodType][] =>
    schema === undefined ? [] : [[`${part} of ${name}`, schema]],
  ),
)
const ofJobs = Object.entries(jobs).map(([name, { payload }]): [string, z.ZodType] => [name, payload])
const ofRuns = Object.entries(runInputs).map(([name, order]): [string, z.ZodType] => [`order ${name}`, order])
const schemas: readonly [string, z.ZodType][] = [
  ...ofCalls,
  ...ofJobs,
  ...ofRuns,
  ['board:watch', boardWatch],
]

const SEEDED = { seed: 1, numRuns: 50 }
const sample = (schema: z.ZodType, howMany = 500) =>
  fc.sample(arbitraryOf(schema), { seed: 1, numRuns: howMany })

describe.each(schemas)('%s', (_, schema) => {
  test('accepts every value that is made of it', () => {
    const check = fc.property(arbitraryOf(schema), (value) => {
      const parsed = schema.safeParse(value)
      expect(parsed.error?.issues ?? []).toEqual([])
    })
    fc.assert(check, SEEDED)
  })
})

test('a limit is reached from both sides', () => {
  const lengths = sample(z.string().min(2).max(40)).map((text) => [...String(text)].length)
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([2, 40])
  const numbers = sample(z.int().min(3).max(50)).map(Number)
  expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([3, 50])
  const lists = sample(z.array(z.boolean()).max(9)).map((list) => Array.isArray(list) && list.length)
  expect(lists).toContain(9)
})

test('what is optional is left out at times, and what is known of a field is used where it fits', () => {
  const schema = z.object({ showId: z.int().positive(), note: z.string().optional() })
  const known = (field: string) => (field === 'showId' ? fc.constantFrom(77, 'no number') : null)
  const made = fc
    .sample(arbitraryOf(schema, known), { seed: 1, numRuns: 200 })
    .map((one) => schema.parse(one))
  expect(made.filter(({ showId }) => showId === 77).length).toBeGreaterThan(50)
  expect(new Set(made.map((one) => 'note' in one))).toEqual(new Set([true, false]))
})

test('a schema that nothing can be made for says so', () => {
  const impossible = z.string().refine(() => false)
  expect(() => fc.sample(arbitraryOf(impossible), 1)).toThrow('no values that fit can be made')
  expect(() => arbitraryOf(z.never())).toThrow('type never')
})

test('what is nearly valid is mostly refused, and differs in one place', () => {
  const schema = z.strictObject({ id: z.int().min(1).max(5), name: z.string().max(3) })
  const values = fc.sample(nearlyValid(arbitraryOf(schema)), { seed: 1, numRuns: 500 })
  const refused = values.filter((value) => !schema.safeParse(value).success)
  expect(refused.length).toBeGreaterThan(250)
  const keys = values.flatMap((value) => (typeof value === 'object' && value ? Object.keys(value) : []))
  expect(keys).toEqual(expect.arrayContaining(['__proto__', 'is_admin']))
  expect(values).toContainEqual(expect.not.objectContaining({ id: expect.anything() }))
})
