import { fakeApi, fakeReadiness } from '@called-it/tests/support/web/fake-api'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadForMissingChunks } from './missing-chunks.ts'

/** Resolves when the page has checked the server. */
async function missChunk(): Promise<void> {
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await new Promise((resolve) => setTimeout(resolve))
}

beforeAll(reloadForMissingChunks)

beforeEach(() => {
  vi.spyOn(location, 'reload').mockImplementation(() => {})
  fakeApi()
})

describe('missing chunks', () => {
  test('reloads the page once, however many chunks are missing', async () => {
    fakeReadiness(() => true)
    await Promise.all([missChunk(), missChunk()])
    await missChunk()
    expect(location.reload).toHaveBeenCalledTimes(1)
  })

  test('does not reload until the server is ready', async () => {
    let isThere = false
    fakeReadiness(() => isThere)
    await missChunk()
    expect(location.reload).not.toHaveBeenCalled()
    isThere = true
    await missChunk()
    expect(location.reload).toHaveBeenCalledTimes(1)
  })

  test('does not reload without a network', async () => {
    await missChunk()
    expect(location.reload).not.toHaveBeenCalled()
  })
})
