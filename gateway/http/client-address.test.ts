import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { clientAddress, networkOf } from './client-address.ts'

function requestFrom(address: string, forwardedFor: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
  return Object.assign(new IncomingMessage(socket), { headers: { 'x-forwarded-for': forwardedFor } })
}

describe('client address', () => {
  test.each([
    [0, '192.0.2.7'],
    [1, '198.51.100.3'],
    [2, '203.0.113.1'],
  ])('skips %i trusted proxies and finds %s', (trustProxy, address) => {
    const request = requestFrom('192.0.2.7', '203.0.113.1, 198.51.100.3')
    expect(clientAddress({ trustProxy })(request)).toBe(address)
  })

  test('trusts proxies of a named network', () => {
    const address = clientAddress({ trustProxy: ['192.0.2.0/24'] })
    expect(address(requestFrom('192.0.2.7', '198.51.100.3'))).toBe('198.51.100.3')
    expect(address(requestFrom('203.0.113.9', '198.51.100.3'))).toBe('203.0.113.9')
  })
})

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
