// @vitest-environment node
import { expect, test } from 'vitest'
import { firstTwoLetters, initialsOf } from './initials.ts'

test.each([
  ['mo okafor', 'MO'],
  ['Mo van der Okafor', 'MO'],
  ['wren', 'W'],
  ['  ', 'U'],
  ['👩‍🎤 zoë', '👩‍🎤Z'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test.each([
  ['wren', 'WR'],
  ['x', 'X'],
  ['', 'U'],
])('the first letters of %j are %s', (name, letters) => {
  expect(firstTwoLetters(name)).toBe(letters)
})
