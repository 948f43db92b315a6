import { expect, test, vi } from 'vitest'
import { delayIdle, whenIdle } from './when-idle.ts'

test('runs a task once the page has begun', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  const [endOne, endOther] = [delayIdle(), delayIdle()]
  const task = vi.fn()
  whenIdle(task)
  endOne()
  await Promise.resolve()
  expect(task).not.toHaveBeenCalled()
  endOther()
  await vi.waitFor(() => expect(task).toHaveBeenCalledOnce())
})
