import { expect, test, vi } from 'vitest'
import { stopRequest } from './stop-request.ts'

test('aborts at the first request and forces at a later one', () => {
  let now = 0
  const force = vi.fn()
  const { signal, request } = stopRequest(force, () => now)
  expect(signal.aborted).toBe(false)
  request()
  expect(signal.aborted).toBe(true)
  now = 5_000
  request()
  expect(force).toHaveBeenCalledOnce()
})

test('ignores the copy of a Ctrl-C that npm sends', () => {
  let now = 0
  const force = vi.fn()
  const { request } = stopRequest(force, () => now)
  request()
  now = 30
  request()
  expect(force).not.toHaveBeenCalled()
})
