import { expect, test } from 'vitest'
import { checkAddress } from './address-checks.ts'
import type { Attempt } from './try-address.ts'

const origin = 'https://band.example'
const RIGHT: Attempt = {
  ...{ origin, host: 'band.example', client: '203.0.113.9', proxies: 1, is_trust_right: true },
  ...{ forwarded_proto: 'https', is_https: true, is_cookie_returned: true, socket: 'websocket' },
}
const HERE = { origin, protocol: 'https:', hostname: 'band.example' }

const wrong = (attempt: Partial<Attempt>, here: Partial<typeof HERE> = {}) =>
  checkAddress({ ...RIGHT, ...attempt }, { ...HERE, ...here }).filter(({ isRight }) => !isRight)

test('finds nothing wrong where all is right', () => {
  expect(checkAddress(RIGHT, HERE).map(({ text }) => text)).toEqual([
    'This page is at https://band.example, the address for fans.',
    'The name of the site arrives as the browser sends it.',
    'The gateway knows that the connection is encrypted.',
    '1 proxy is in front, and the gateway sees you as 203.0.113.9.',
    'Live updates come over a WebSocket.',
    'The session cookie comes back.',
  ])
})

test.each<[Partial<Attempt>, object]>([
  [{ origin: 'https://other.example' }, { text: expect.stringContaining('restart') }],
  [{ host: 'gateway:3000' }, { lines: 'proxy_set_header Host $host;' }],
  [
    { is_https: false, forwarded_proto: null },
    { lines: expect.stringContaining('X-Forwarded-Proto $scheme') },
  ],
  [{ is_https: false }, { text: expect.stringContaining('is not trusted') }],
  [
    { proxies: 2, is_trust_right: false },
    { proposal: '2', text: expect.stringContaining('TRUST_PROXY to 2') },
  ],
  [{ proxies: 0 }, { lines: expect.stringContaining('X-Forwarded-For') }],
  [
    { socket: 'polling' },
    {
      text: expect.stringContaining('Only polling'),
      lines: expect.stringContaining('Upgrade $http_upgrade'),
    },
  ],
  [{ is_cookie_returned: false }, { text: expect.stringContaining('block cookies') }],
])('says what %j means, and what to do', (attempt, expected) => {
  const [found, ...others] = wrong(attempt)
  expect(found).toMatchObject(expected)
  expect(others).toEqual([])
})

test('warns of an address without https, but for this machine', () => {
  const plain = { is_https: false, forwarded_proto: null, proxies: 0 }
  const at = (url: string) => {
    const { origin, host, protocol, hostname } = new URL(url)
    return wrong({ ...plain, origin, host }, { origin, protocol, hostname }).map(({ text }) => text)
  }
  expect(at('http://localhost:3000')).toEqual([])
  expect(at('http://band.example')).toEqual([expect.stringContaining('anyone on the way can read passwords')])
})
