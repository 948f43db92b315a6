import { expect, test } from 'vitest'
import { countVisitors } from './visitors.ts'

test('has room in a network below the maximum, and again after one leaves', () => {
  const visitors = countVisitors(2)
  visitors.arrive('venue')
  expect(visitors.hasRoom('venue')).toBe(true)
  visitors.arrive('venue')
  expect(visitors.hasRoom('venue')).toBe(false)
  expect(visitors.hasRoom('elsewhere')).toBe(true)
  visitors.leave('venue')
  expect(visitors.hasRoom('venue')).toBe(true)
  visitors.leave('venue')
  visitors.leave('venue')
  visitors.arrive('venue')
  expect(visitors.hasRoom('venue')).toBe(true)
})
