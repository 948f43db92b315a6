import { expect, test } from 'vitest'
import { nameKey, spellingDistance } from './spelling.ts'

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

test.each([
  ['Wind & Rain', 'Wind and Rain'],
  ['Wind&Rain', 'The Wind, and a Rain!'],
  ["Don't Look", 'Dont look?'],
  ['Free-Form', 'Freeform'],
  ['Mango Song, The', 'Mango Song'],
  ['Ñandú', 'nandu'],
])('takes %s and %s for one name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test.each([
  ['Theater', 'Ater'],
  ['Fog', 'Frog'],
  ['Wind & Rain', 'Wind Rain'],
  ['Part 1', 'Part 2'],
])('tells %s and %s apart', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other))
})

test.each(['The', '???', 'A, an'])('has no key for %s, which is no word', (name) => {
  expect(nameKey(name)).toBe('')
})
