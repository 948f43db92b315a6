import { describe, expect, test } from 'vitest'
import { tabOf } from './tabs.ts'

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
