import { expect, test } from 'vitest'
import { countVisitors, networkOf } from './visitors.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:DB8:1:0002::', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('maps %s to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

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
