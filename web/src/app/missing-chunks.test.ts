import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reloadForMissingChunks } from './missing-chunks.ts'

const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})

function missChunk(): Event {
  const event = new Event('vite:preloadError', { cancelable: true })
  dispatchEvent(event)
  return event
}

beforeAll(reloadForMissingChunks)

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
})

test('a chunk of an older release reloads the page, once', () => {
  expect(missChunk().defaultPrevented).toBe(true)
  expect(missChunk().defaultPrevented).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('without a network the page stays', () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(missChunk().defaultPrevented).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  offline.mockRestore()
})
