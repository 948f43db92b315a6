import { expect, test } from 'vitest'
import { nameDevice } from './device-names.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${MAC} Version/18.5 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['my bank says/1.0 (call 555)', null, null],
  ['x'.repeat(16_000), null, null],
  ['', null, null],
  [undefined, null, null],
])('names browser and system of %j', (userAgent, browser, system) => {
  expect(nameDevice(userAgent)).toEqual({ browser, system })
})
