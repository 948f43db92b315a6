import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keptReturnPath, pathAfterLogin, rememberReturnPath } from './return-path.ts'
import { clearUserData, setDeviceOwner } from './user-storage.ts'

beforeEach(() => {
  localStorage.clear()
  clearUserData()
})

describe('return path', () => {
  test('leads anybody back to the page that a visitor asked for last, within 24 hours', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    rememberReturnPath('/profile')
    rememberReturnPath('/prediction/12/score?x=1')
    const path = '/prediction/12/score?x=1'
    expect(keptReturnPath()).toEqual({ path, userId: null })
    expect(pathAfterLogin(7, keptReturnPath())).toBe(path)
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(keptReturnPath()).toBeNull()
  })

  test('leads only the user back whose session had ended', () => {
    setDeviceOwner(7)
    rememberReturnPath('/profile')
    expect(pathAfterLogin(7, keptReturnPath())).toBe('/profile')
    expect(pathAfterLogin(8, keptReturnPath())).toBe('/')
  })

  test.each([
    ['another site', '//evil.example'],
    ['another site', '/\\evil.example'],
    ['another site', 'https://evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['an unknown page', '/api/docs'],
    ['an invitation', '/join/HKPT46'],
    ['nothing', ''],
  ])('never leads to %s: %s', (_what, path) => {
    rememberReturnPath(path)
    expect(keptReturnPath()).toBeNull()
  })
})
