import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Deferred, defer, useDeferred } from './deferred.ts'
import { createPauses } from './pauses.ts'

function Shown({ deferred, onFailure }: { deferred: Deferred<string>; onFailure: () => void }) {
  return <p>{useDeferred(deferred, true, onFailure) ?? 'not here'}</p>
}

test('code that is wanted is fetched once, for everybody', async () => {
  const fetchCode = vi.fn(async () => 'here')
  const deferred = defer(fetchCode)
  render(<Shown deferred={deferred} onFailure={vi.fn()} />)
  await screen.findByText('here')
  await deferred.load()
  expect(fetchCode).toHaveBeenCalledTimes(1)
})

test('a failure is told, and the next wish tries again', async () => {
  const fetchCode = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('no network'))
  const deferred = defer(fetchCode)
  const failed = Promise.withResolvers<void>()
  render(<Shown deferred={deferred} onFailure={failed.resolve} />)
  await failed.promise
  fetchCode.mockResolvedValue('here')
  await act(deferred.load)
  expect(screen.getByText('here')).toBeTruthy()
})

describe('ahead of its time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('code is fetched in the first pause after a touch, and not between letters', async () => {
    const fetchCode = vi.fn(async () => 'here')
    const deferred = defer(fetchCode, createPauses())
    await vi.advanceTimersByTimeAsync(60_000)
    dispatchEvent(new Event('pointerdown'))
    for (const _letter of 'the river') {
      await vi.advanceTimersByTimeAsync(150)
      dispatchEvent(new Event('keydown'))
    }
    expect(fetchCode).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fetchCode).toHaveBeenCalledTimes(1)
    expect(deferred.get()).toBe('here')
  })

  test('what cannot be fetched then is fetched when it is wanted', async () => {
    const fetchCode = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('no network'))
    const deferred = defer(fetchCode, createPauses())
    dispatchEvent(new Event('keydown'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(deferred.get()).toBeNull()
    fetchCode.mockResolvedValue('here')
    await deferred.load()
    expect(deferred.get()).toBe('here')
  })
})
