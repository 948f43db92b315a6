import { type FakeSocket, openFakeLive } from '@called-it/tests/support/web/fake-live.tsx'
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { onServerEvent } from './event-listeners.ts'

let socket: FakeSocket

async function openConnection() {
  const opened = await openFakeLive()
  socket = opened.socket
  return opened.connection
}

describe('live connection', () => {
  test('updates the status with the connection', async () => {
    const { useConnectionStatus } = await openConnection()
    const { result: status } = renderHook(useConnectionStatus)
    expect(status.current).toBe('connecting')
    socket.happens('connect')
    expect(status.current).toBe('live')
    socket.happens('disconnect', 'transport close')
    expect(status.current).toBe('reconnecting')
    for (let tries = 0; tries < 4; tries += 1) socket.happens('connect_error')
    expect(status.current).toBe('offline')
    socket.happens('connect')
    expect(status.current).toBe('live')
  })

  test('reconnects after the server has disconnected the page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await openConnection()
    socket.happens('connect')
    socket.happens('disconnect', 'io server disconnect')
    expect(socket.connect).not.toHaveBeenCalled()
    vi.advanceTimersByTime(3_000)
    expect(socket.connect).toHaveBeenCalledTimes(1)
  })

  test('does not reconnect by itself after it was replaced, until the user asks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { useConnectionStatus, restartEvents } = await openConnection()
    const { result: status } = renderHook(useConnectionStatus)
    socket.happens('connect')
    socket.happens('connection:replaced', {})
    socket.happens('disconnect', 'io server disconnect')
    vi.advanceTimersByTime(60_000)
    act(() => void dispatchEvent(new Event('online')))
    expect(socket.connect).not.toHaveBeenCalled()
    expect(status.current).toBe('replaced')
    restartEvents()
    expect(socket.connect).toHaveBeenCalledTimes(1)
    socket.happens('connect')
    expect(status.current).toBe('live')
  })

  test.each([
    ['board', 'watchBoard', { tourId: 7 }],
    ['show', 'watchShow', { showId: 7 }],
    ['league', 'watchLeague', { leagueId: 7 }],
  ] as const)('watches a %s again after every reconnect until the last watcher stops', async (...row) => {
    const [kind, watching, room] = row
    const { [watching]: watch } = await openConnection()
    const onWatching = vi.fn()
    socket.happens('connect')
    const [stopFirst, stopSecond] = [watch(7, onWatching), watch(7, vi.fn())]
    const watched = [`${kind}:watch`, room]
    expect(socket.sent.map(([event, sent]) => [event, sent])).toEqual([watched, watched])
    const confirm = socket.sent[0]?.[2]
    if (typeof confirm !== 'function') expect.unreachable('the watch has no acknowledgement')
    confirm({ ok: false })
    expect(onWatching).not.toHaveBeenCalled()
    confirm({ ok: true })
    expect(onWatching).toHaveBeenCalledTimes(1)

    socket.sent.length = 0
    socket.happens('disconnect', 'transport close')
    socket.happens('connect')
    expect(socket.sent).toHaveLength(2)
    stopFirst()
    expect(socket.sent).toHaveLength(2)
    stopSecond()
    expect(socket.sent.at(-1)).toEqual([`${kind}:unwatch`, room])
  })

  test('fetches nothing again where the page was read at the versions of the server', async () => {
    const { onConnected, startFrom } = await openConnection()
    const connected = vi.fn()
    onConnected(connected)
    startFrom(7, Promise.resolve({ 'live:7': 3, shows: 9 }))
    const connectAt = async (topics: Record<string, number>) => {
      socket.sent.length = 0
      socket.happens('connect')
      const confirm = socket.sent[0]?.[2]
      if (typeof confirm !== 'function') expect.unreachable('the watch has no acknowledgement')
      confirm({ ok: true, topics })
      await Promise.resolve()
    }
    await connectAt({ 'live:7': 3, shows: 8 })
    expect(connected).toHaveBeenLastCalledWith(true)
    await connectAt({ 'live:7': 3, shows: 10 })
    expect(connected).toHaveBeenLastCalledWith(false)
    socket.happens('disconnect', 'transport close')
    socket.happens('connect')
    expect(connected).toHaveBeenCalledTimes(3)
    expect(connected).toHaveBeenLastCalledWith(false)
  })

  test('delivers received events to their listeners', async () => {
    await openConnection()
    const received = vi.fn()
    onServerEvent('score:changed', received)
    socket.happens('any', 'score:changed', {
      showId: 3,
      predictionId: 4,
      score: 87,
      version: 2,
      addedLater: 1,
    })
    expect(received).toHaveBeenCalledWith({ showId: 3, predictionId: 4, score: 87, version: 2 })
  })
})
