import { expect, test } from 'vitest'
import { spellingDistance } from './spelling.ts'

test.each([
  ['Harbor Teeth', 'Harbour Teeth', 1 / 12],
  ['Café Ñandú', 'cafe nandu!', 0],
  ['Glass Elk', 'Elk', 5 / 8],
  ['Fog', 'Elk', 1],
  ['', '', 1],
])('compares %s with %s by letters and digits', (one, other, distance) => {
  expect(spellingDistance(one, other)).toBeCloseTo(distance)
  expect(spellingDistance(other, one)).toBeCloseTo(distance)
})
