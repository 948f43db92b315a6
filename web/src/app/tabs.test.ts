import { describe, expect, test } from 'vitest'
import { patterns } from '../lib/paths.ts'
import { TAB_OF_PAGE, tabOf } from './tabs.ts'

describe('tabOf', () => {
  test.each([
    ['/', 'shows', true],
    ['/Shows/7/', 'shows', true],
    ['/prediction/7', 'picks', true],
    ['/leagues/3', 'boards', true],
    ['/profile/keys', 'you', true],
    ['/login', null, false],
    ['/shows/7/live', null, false],
    ['/nowhere', null, true],
  ])('gives %s the tab %s', (path, tab, hasBar) => {
    expect(tabOf(path)).toEqual({ tab, hasBar })
  })
})

test('gives every page a bar but those of accounts and the live editor', () => {
  const without = Object.entries(TAB_OF_PAGE).flatMap(([pattern, tab]) => (tab === null ? pattern : []))
  const account = [
    patterns.setup,
    patterns.login,
    patterns.register,
    patterns.registrationSuccess,
    patterns.verifyEmail,
  ]
  const password = [patterns.resendVerification, patterns.forgotPassword, patterns.resetPassword]
  const link = [patterns.linkSent, patterns.emailLink, patterns.signedIn]
  expect(without).toEqual([patterns.liveEditor, ...account, ...link, ...password, patterns.changeAddress])
})
