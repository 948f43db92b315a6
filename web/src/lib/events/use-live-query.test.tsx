import { type FakeSocket, openFakeLive } from '@called-it/tests/support/web/fake-live.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { type ComponentType, Fragment, type PropsWithChildren } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { deliver } from './deliver.ts'
import { useLiveQuery } from './use-live-query.ts'

type Board = { version: number; total: number }

let fetchBoard = vi.fn<(context: { signal: AbortSignal }) => Promise<Board>>()
beforeEach(() => {
  fetchBoard = vi.fn()
})

function BoardTotal({ initialData }: { initialData?: () => Board }) {
  const { data } = useLiveQuery<Board, 'leaderboard:changed'>({
    queryKey: ['board'],
    queryFn: (context) => fetchBoard(context),
    initialData,
    event: 'leaderboard:changed',
    versionOf: (held) => held.version,
    apply: (_held, { to, total }) => ({ version: to, total }),
  })
  return <p>{data ? `total ${data.total}` : 'loading'}</p>
}

function renderBoard(Live: ComponentType<PropsWithChildren> = Fragment) {
  render(
    <Live>
      <QueryClientProvider client={createQueryClient()}>
        <BoardTotal />
      </QueryClientProvider>
    </Live>,
  )
}

async function connect(socket: FakeSocket): Promise<void> {
  act(() => socket.happens('connect'))
  await act(() => vi.advanceTimersByTimeAsync(2_600))
}

function receiveStep(from: number, to: number, total: number) {
  act(() =>
    deliver('leaderboard:changed', { topic: 'board:0', from, to, board: 0, total, changed: [], removed: [] }),
  )
}

describe('live query', () => {
  test('applies events to the fetched data', async () => {
    fetchBoard.mockResolvedValue({ version: 3, total: 10 })
    renderBoard()
    await screen.findByText('total 10')
    receiveStep(3, 4, 11)
    await screen.findByText('total 11')
    receiveStep(2, 3, 9)
    await screen.findByText('total 11')
    expect(fetchBoard).toHaveBeenCalledTimes(1)
  })

  test('applies events that arrived before the response', async () => {
    const response = Promise.withResolvers<Board>()
    fetchBoard.mockReturnValue(response.promise)
    renderBoard()
    receiveStep(3, 4, 11)
    response.resolve({ version: 3, total: 10 })
    await screen.findByText('total 11')
  })

  test('refetches after a gap', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fetchBoard
      .mockResolvedValueOnce({ version: 3, total: 10 })
      .mockResolvedValueOnce({ version: 8, total: 20 })
    renderBoard()
    await vi.waitFor(() => expect(screen.getByText('total 10')).toBeTruthy())
    receiveStep(7, 8, 20)
    expect(screen.getByText('total 10')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await vi.waitFor(() => expect(screen.getByText('total 20')).toBeTruthy())
    expect(fetchBoard).toHaveBeenCalledTimes(2)
  })

  test('refetches after a reconnect', async () => {
    const { socket, Live } = await openFakeLive()
    fetchBoard
      .mockResolvedValueOnce({ version: 3, total: 10 })
      .mockResolvedValueOnce({ version: 8, total: 20 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    renderBoard(Live)
    await vi.waitFor(() => expect(screen.getByText('total 10')).toBeTruthy())
    await connect(socket)
    await vi.waitFor(() => expect(screen.getByText('total 20')).toBeTruthy())
  })

  test('sends one request for all parts of a page, when they mount and when it connects', async () => {
    const { socket, Live } = await openFakeLive()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fetchBoard.mockResolvedValue({ version: 3, total: 10 })
    const page = (parts: number) => (
      <Live>
        <QueryClientProvider client={queryClient}>
          {Array.from({ length: parts }, (_, index) => (
            <BoardTotal key={String(index)} />
          ))}
        </QueryClientProvider>
      </Live>
    )
    const queryClient = createQueryClient()
    const { rerender } = render(page(1))
    await vi.waitFor(() => expect(screen.getAllByText('total 10')).toHaveLength(1))
    rerender(page(3))
    expect(fetchBoard).toHaveBeenCalledTimes(1)
    await connect(socket)
    expect(fetchBoard).toHaveBeenCalledTimes(2)
  })

  test('lets a request under way end when it connects, and sends another one', async () => {
    const { socket, Live } = await openFakeLive()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const slow = Promise.withResolvers<Board>()
    fetchBoard
      .mockResolvedValueOnce({ version: 3, total: 10 })
      .mockImplementationOnce(({ signal }) => {
        signal.addEventListener('abort', aborted)
        return slow.promise
      })
      .mockResolvedValueOnce({ version: 8, total: 20 })
    const aborted = vi.fn()
    renderBoard(Live)
    await vi.waitFor(() => expect(screen.getByText('total 10')).toBeTruthy())
    await connect(socket)
    await connect(socket)
    slow.resolve({ version: 7, total: 19 })
    await vi.waitFor(() => expect(screen.getByText('total 20')).toBeTruthy())
    expect(aborted).not.toHaveBeenCalled()
    expect(fetchBoard).toHaveBeenCalledTimes(3)
  })

  test.each([
    ['the first connect', connect],
    ['5 s without a connection', (_: FakeSocket) => act(() => vi.advanceTimersByTimeAsync(7_600))],
  ])('refetches what came with the page once, after %s', async (_when, pass) => {
    const { socket, Live } = await openFakeLive()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const response = Promise.withResolvers<Board>()
    fetchBoard.mockReturnValue(response.promise)
    const served = () => ({ version: 3, total: 10 })
    render(
      <Live>
        <QueryClientProvider client={createQueryClient()}>
          <BoardTotal initialData={served} />
          <BoardTotal initialData={served} />
        </QueryClientProvider>
      </Live>,
    )
    expect(screen.getAllByText('total 10')).toHaveLength(2)
    await pass(socket)
    await vi.waitFor(() => expect(fetchBoard).toHaveBeenCalledTimes(1))
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    response.resolve({ version: 4, total: 11 })
    await vi.waitFor(() => expect(screen.getAllByText('total 11')).toHaveLength(2))
    expect(fetchBoard).toHaveBeenCalledTimes(1)
  })
})
