import { expect, test } from 'vitest'
import { networkOf } from './client-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:DB8:1:0002::', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['not an address', 'not an address'],
])('counts %s by the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
