import type { EndpointSchema } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { boardWatch } from '@called-it/shared/contract/events'
import { jobs } from '@called-it/shared/contract/jobs'
import { runInputs } from '@called-it/shared/contract/runs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { arbitraryOf } from './arbitrary-of.ts'
import { nearlyValid } from './nearly-valid.ts'

const bodies = Object.entries(endpoints).flatMap(([name, endpoint]): [string, EndpointSchema][] =>
  'body' in endpoint ? [[`body of ${name}`, endpoint.body]] : [],
)
const payloads = Object.entries(jobs).map(([name, { payload }]): [string, EndpointSchema] => [name, payload])
const schemas: [string, EndpointSchema][] = [...bodies, ...payloads, ...Object.entries(runInputs)]
schemas.push(['board:watch', boardWatch])

describe('values of a schema', () => {
  test.each(schemas)('fits the schema of %s', (_, schema) => {
    const property = fc.property(arbitraryOf(schema), (value) => {
      expect(schema.safeParse(value).error?.issues ?? []).toEqual([])
    })
    fc.assert(property, { seed: 1, numRuns: 50 })
  })

  test('reaches the limits of the schema', () => {
    const texts = fc.sample(arbitraryOf(z.string().min(2).max(40)), { seed: 1, numRuns: 500 })
    const lengths = texts.map((text) => [...String(text)].length)
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([2, 40])
  })

  test('throws for a schema that no value fits', () => {
    const impossible = z.string().refine(() => false)
    expect(() => fc.sample(arbitraryOf(impossible), 1)).toThrow('no valid values')
    expect(() => arbitraryOf(z.never())).toThrow('type never')
  })
})

test('refuses most of the values that are nearly valid', () => {
  const schema = z.strictObject({ id: z.int().min(1).max(5), name: z.string().max(3) })
  const values = fc.sample(nearlyValid(arbitraryOf(schema)), { seed: 1, numRuns: 500 })
  expect(values.filter((value) => !schema.safeParse(value).success).length).toBeGreaterThan(250)
})
