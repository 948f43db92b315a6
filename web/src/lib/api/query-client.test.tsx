import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, renderHook, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { toast, toastFailure, useShownToast } from '../../ui/toast.ts'
import { ApiError } from './api.ts'
import { createQueryClient, refetchFailedWhenOnline } from './query-client.ts'
import * as serverRecovery from './server-recovery.ts'

const broken = vi.fn<() => Promise<string>>()
const fine = vi.fn<() => Promise<string>>()

function Results() {
  const first = useQuery({ queryKey: ['broken'], queryFn: broken })
  const second = useQuery({ queryKey: ['fine'], queryFn: fine })
  return <p>{`${first.isError ? 'failed' : first.data}, ${second.data}`}</p>
}

describe('query client', () => {
  test('refetches only failed queries when back online', async () => {
    broken.mockRejectedValueOnce(new TypeError('no network')).mockResolvedValueOnce('here')
    fine.mockResolvedValue('fine')
    const queryClient = createQueryClient()
    const stop = refetchFailedWhenOnline(queryClient)
    render(
      <QueryClientProvider client={queryClient}>
        <Results />
      </QueryClientProvider>,
    )
    await screen.findByText('failed, fine')
    act(() => onlineManager.setOnline(false))
    expect(broken).toHaveBeenCalledTimes(1)
    act(() => onlineManager.setOnline(true))
    await screen.findByText('here, fine')
    expect(fine).toHaveBeenCalledTimes(1)
    stop()
  })

  test('dismisses a failure once a mutation succeeds, and no other toast', async () => {
    const { result } = renderHook(useShownToast)
    const queryClient = createQueryClient()
    const mutate = () =>
      act(() => queryClient.getMutationCache().build(queryClient, { mutationFn: fine }).execute(undefined))
    act(() => toastFailure('Error', 'Failed to resend verification email'))
    await mutate()
    expect(result.current?.open).toBe(false)
    act(() => toast({ title: 'draft cleared' }))
    await mutate()
    expect(result.current?.open).toBe(true)
  })

  test.each([
    [new TypeError('no network'), 1],
    [new ApiError(503, 'Service Unavailable', ''), 1],
    [new ApiError(502, 'Bad Gateway', ''), 1],
    [new ApiError(404, 'Not Found', ''), 0],
  ])('polls for the server after %s: %d times', async (error, times) => {
    const pollUntilReady = vi.spyOn(serverRecovery, 'pollUntilReady')
    await expect(
      createQueryClient().fetchQuery({ queryKey: ['broken'], queryFn: () => Promise.reject(error) }),
    ).rejects.toBe(error)
    expect(pollUntilReady).toHaveBeenCalledTimes(times)
  })
})
