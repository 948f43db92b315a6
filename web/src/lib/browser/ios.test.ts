import { expect, test } from 'vitest'
import { isIos } from './ios.ts'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['Mozilla/5.0 (Linux; Android 16)', 5, false],
])('tells whether %s with %i touch points is of iOS: %s', (userAgent, maxTouchPoints, isOne) => {
  expect(isIos({ userAgent, maxTouchPoints })).toBe(isOne)
})
