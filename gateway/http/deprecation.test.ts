import { expect, test } from 'vitest'
import { deprecationHeaders } from './deprecation.ts'

test('announces the end of an endpoint in the formats of both headers', () => {
  expect(deprecationHeaders(undefined)).toEqual({})
  expect(deprecationHeaders({ since: '2026-12-01', sunset: '2027-06-01' })).toEqual({
    Deprecation: '@1796083200',
    Sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
  })
})
