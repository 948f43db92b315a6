import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ScreenSwitch } from './screen-switch.tsx'

function fakeWakeLock() {
  const release = vi.fn(async () => {})
  const request = vi.fn(async () => ({ release }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  return { request, release }
}

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
})

describe('switch that keeps the screen on', () => {
  test('holds the lock while it is on, again after the page is back', async () => {
    const { request, release } = fakeWakeLock()
    const { unmount } = render(<ScreenSwitch />)
    expect(request).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('switch', { name: 'keep the screen on' }))
    expect(request).toHaveBeenCalledTimes(1)
    show('hidden')
    expect(request).toHaveBeenCalledTimes(1)
    show('visible')
    expect(request).toHaveBeenCalledTimes(2)
    unmount()
    await vi.waitFor(() => expect(release).toHaveBeenCalled())
  })

  test('is hidden where the browser cannot do it', () => {
    render(<ScreenSwitch />)
    expect(screen.queryByRole('switch')).toBeNull()
  })
})
