import { expect, test, vi } from 'vitest'
import { stopRequest } from './stop-request.ts'

test('asked once, everything ends in order; asked again later, at once', () => {
  let now = 0
  const force = vi.fn()
  const { signal, ask } = stopRequest(force, () => now)
  expect(signal.aborted).toBe(false)
  ask()
  expect(signal.aborted).toBe(true)
  now = 5_000
  ask()
  expect(force).toHaveBeenCalledOnce()
})

test('a Ctrl-C that arrives twice, from the terminal and from npm, was one', () => {
  let now = 0
  const force = vi.fn()
  const { ask } = stopRequest(force, () => now)
  ask()
  now = 30
  ask()
  expect(force).not.toHaveBeenCalled()
})
