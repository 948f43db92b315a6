import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Deferred, defer, useDeferred } from './deferred.ts'

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

test('the first touch fetches what nobody has asked for yet', async () => {
  const fetchCode = vi.fn(async () => 'here')
  const deferred = defer(fetchCode)
  expect(fetchCode).not.toHaveBeenCalled()
  dispatchEvent(new Event('pointerdown'))
  dispatchEvent(new Event('keydown'))
  await vi.waitFor(() => expect(deferred.get()).toBe('here'))
  expect(fetchCode).toHaveBeenCalledTimes(1)
})
