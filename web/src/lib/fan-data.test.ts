import { beforeEach, expect, test, vi } from 'vitest'
import { claimDevice, fanStorage, forgetFan, whenFanLeaves } from './fan-data.ts'

beforeEach(() => localStorage.clear())

test('what a fan left goes with the fan, and nothing else does', () => {
  localStorage.setItem('called-it:theme', 'dark')
  fanStorage.setItem('draft', 'picks')
  const empty = vi.fn()
  const stop = whenFanLeaves(empty)
  forgetFan()
  expect(fanStorage.getItem('draft')).toBeNull()
  expect(localStorage.getItem('called-it:theme')).toBe('dark')
  expect(empty).toHaveBeenCalledTimes(1)
  stop()
  forgetFan()
  expect(empty).toHaveBeenCalledTimes(1)
})

test('a draft waits for its own fan, and never meets another', () => {
  claimDevice(1)
  fanStorage.setItem('draft', 'picks')
  claimDevice(1)
  expect(fanStorage.getItem('draft')).toBe('picks')
  claimDevice(2)
  expect(fanStorage.getItem('draft')).toBeNull()
})
