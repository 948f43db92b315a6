import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { HoldButton } from './hold-button.tsx'

test.each([
  ['a second', 1_000, 1, 0],
  ['less than a second', 999, 0, 1],
])('counts a hold or a press after %s', (_time, ms, held, pressed) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [onHeld, onPress] = [vi.fn(), vi.fn()]
  render(
    <HoldButton disabled={false} onHeld={onHeld} onPress={onPress}>
      show over
    </HoldButton>,
  )
  const button = screen.getByRole('button', { name: 'show over' })
  fireEvent.pointerDown(button)
  act(() => vi.advanceTimersByTime(ms))
  fireEvent.pointerUp(button)
  fireEvent.click(button)
  act(() => vi.advanceTimersByTime(1_000))
  expect([onHeld.mock.calls.length, onPress.mock.calls.length]).toEqual([held, pressed])
})
