import { createRequire } from 'node:module'
import path from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { repository } from '../launch/bootstrap.mjs'
import { isPublicAddress } from './public-address.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fd00::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::7f00:1',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['9.9.9.9', '172.32.0.1', '2620:fe::fe', '::ffff:9.9.9.9'])('takes %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const byte = fc.integer({ min: 0, max: 255 })

test('decides on a mapped address as on the one that it stands for', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
      const [a, b, c, d] = bytes
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      const isPublic = isPublicAddress(bytes.join('.'))
      expect(isPublicAddress(`::ffff:${hex}`)).toBe(isPublic)
      if (a === 10 || a === 127 || a === 0 || a >= 224 || (a === 192 && b === 168))
        expect(isPublic).toBe(false)
    }),
  )
})

test('does not start with the version that Express brings', async () => {
  const old: unknown = createRequire(path.join(repository, 'package.json'))('ipaddr.js')
  vi.resetModules()
  vi.doMock('ipaddr.js', () => ({ default: old }))
  onTestFinished(() => {
    vi.doUnmock('ipaddr.js')
    vi.resetModules()
  })
  await expect(import('./public-address.ts')).rejects.toThrow('infra needs ipaddr.js 2')
})
