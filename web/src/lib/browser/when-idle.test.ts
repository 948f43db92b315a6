import { expect, test, vi } from 'vitest'
import { delayIdle, whenIdle } from './when-idle.ts'

test('runs a task once the page has begun', () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  const [endOne, endOther] = [delayIdle(), delayIdle()]
  const task = vi.fn()
  whenIdle(task)
  endOne()
  expect(task).not.toHaveBeenCalled()
  endOther()
  expect(task).toHaveBeenCalledOnce()
})
