import { act, fireEvent, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { STILL_MS, useStillWhileTouched } from './use-still-while-touched.ts'

const hold = () => renderHook((value: string) => useStillWhileTouched(value), { initialProps: 'before' })
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})

describe('value that is still while the page is touched', () => {
  test('is the newest one at once when nobody touches the page', () => {
    const { result, rerender } = hold()
    rerender('after')
    expect(result.current).toBe('after')
  })

  test('stays for 300 ms after the last touch, then is the newest one', () => {
    const { result, rerender } = hold()
    fireEvent.pointerDown(document.body)
    rerender('after')
    wait(STILL_MS - 1)
    fireEvent.pointerUp(document.body)
    rerender('newest')
    wait(STILL_MS - 1)
    expect(result.current).toBe('before')
    wait(1)
    expect(result.current).toBe('newest')
  })
})
