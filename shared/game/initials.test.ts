import { describe, expect, test } from 'vitest'
import { firstTwoLetters, initialsOf } from './initials.ts'

describe('initials', () => {
  test.each([
    ['mo okafor', 'MO'],
    ['Mo van der Okafor', 'MO'],
    ['wren', 'W'],
    ['  ', 'U'],
    ['👩‍🎤 zoë', '👩‍🎤Z'],
  ])('abbreviates %j as %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  test.each([
    ['wren', 'WR'],
    ['x', 'X'],
    ['', 'U'],
  ])('shortens %j to %s', (name, letters) => {
    expect(firstTwoLetters(name)).toBe(letters)
  })
})
