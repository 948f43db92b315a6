import { beforeEach, expect, test, vi } from 'vitest'
import { clearUserData, onUserLeave, setDeviceOwner, userStorage } from './user-storage.ts'

beforeEach(() => localStorage.clear())

test('what a fan left goes with the fan, and nothing else does', () => {
  localStorage.setItem('called-it:theme', 'dark')
  userStorage.setItem('draft', 'picks')
  const empty = vi.fn()
  const stop = onUserLeave(empty)
  clearUserData()
  expect(userStorage.getItem('draft')).toBeNull()
  expect(localStorage.getItem('called-it:theme')).toBe('dark')
  expect(empty).toHaveBeenCalledTimes(1)
  stop()
  clearUserData()
  expect(empty).toHaveBeenCalledTimes(1)
})

test('a draft waits for its own fan, and never meets another', () => {
  setDeviceOwner(1)
  userStorage.setItem('draft', 'picks')
  setDeviceOwner(1)
  expect(userStorage.getItem('draft')).toBe('picks')
  setDeviceOwner(2)
  expect(userStorage.getItem('draft')).toBeNull()
})
