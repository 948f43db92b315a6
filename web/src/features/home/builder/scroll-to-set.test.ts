import { expect, test, vi } from 'vitest'
import { scrollToSet, setElementId } from './scroll-to-set.ts'

test('scrolls to a set 50 ms after a song was added', () => {
  vi.useFakeTimers()
  const set = document.createElement('div')
  set.id = setElementId('set1')
  set.scrollIntoView = vi.fn()
  document.body.append(set)
  scrollToSet('set1')
  vi.advanceTimersByTime(49)
  expect(set.scrollIntoView).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(set.scrollIntoView).toHaveBeenCalledTimes(1)
  set.remove()
})
