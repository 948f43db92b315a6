import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, fakeReadiness } from '../testing/fake-api.ts'
import { reloadForMissingChunks } from './missing-chunks.ts'

const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})

/** Tells the page that a chunk is missing; resolves when it has asked what it wanted to know. */
async function missChunk(): Promise<void> {
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await new Promise((resolve) => setTimeout(resolve))
}

beforeAll(reloadForMissingChunks)

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  fakeApi()
})

test('a chunk of an older release reloads the page, once, however many are missing', async () => {
  fakeReadiness(() => true)
  await Promise.all([missChunk(), missChunk()])
  await missChunk()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('while the server is away the page stays, and is reloaded for a later one', async () => {
  let isThere = false
  fakeReadiness(() => isThere)
  await missChunk()
  expect(reload).not.toHaveBeenCalled()
  isThere = true
  await missChunk()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('without a network the page stays', async () => {
  await missChunk()
  expect(reload).not.toHaveBeenCalled()
})
