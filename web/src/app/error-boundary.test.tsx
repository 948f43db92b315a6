import { fakeApi, fakeReadiness } from '@called-it/tests/support/web/fake-api'
import { render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { pollUntilReady } from '../lib/api/server-recovery.ts'
import { ErrorBoundary } from './error-boundary.tsx'

function Missing(): never {
  throw new TypeError('its code could not be fetched')
}

describe('error boundary', () => {
  test('reloads a broken page when the server is ready again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    let isBack = false
    fakeApi()
    fakeReadiness(() => isBack)
    render(
      <ErrorBoundary>
        <Missing />
      </ErrorBoundary>,
    )
    expect(screen.getByRole('alert')).toBeDefined()
    pollUntilReady()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
    isBack = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).toHaveBeenCalledOnce()
  })
})
