import { expect, test, vi } from 'vitest'
import { stopRequest } from './stop-request.ts'

test('aborts at the first request, ignores its copy by npm, and forces at a later one', () => {
  let now = 0
  const force = vi.fn()
  const { signal, request } = stopRequest(force, () => now)
  expect(signal.aborted).toBe(false)
  request()
  expect(signal.aborted).toBe(true)
  now = 30
  request()
  expect(force).not.toHaveBeenCalled()
  now = 5_000
  request()
  expect(force).toHaveBeenCalledOnce()
})
