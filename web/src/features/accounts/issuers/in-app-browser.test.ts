import { expect, test } from 'vitest'
import { isInAppBrowser } from './in-app-browser.ts'

const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 17; Pixel 9'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

test.each([
  [`${IOS} Version/19.1 Mobile/15E148 Safari/604.1`, false],
  // The app on the home screen.
  [`${IOS} Mobile/15E148`, false],
  [`${ANDROID}) ${CHROME}`, false],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0 Safari/537.36 Online/2', false],
  [`${ANDROID}; wv) Version/4.0 ${CHROME}`, true],
  [`${IOS} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0;FBBV/1]`, true],
  [`${IOS} Mobile/15E148 Instagram 410.0.0 (iPhone17,1; iOS 19_1; de_DE)`, true],
  [`${IOS} Mobile/15E148 Safari Line/15.1.0`, true],
  [`${IOS} Mobile/21F90 musical_ly_40.1.0 BytedanceWebview/d8a21c6`, true],
])('tells whether %s is inside an app: %s', (userAgent, isOne) => {
  expect(isInAppBrowser({ userAgent })).toBe(isOne)
})
