import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createQueryClient, refetchFailedWhenOnline } from './query-client.ts'

const broken = vi.fn<() => Promise<string>>()
const fine = vi.fn<() => Promise<string>>()

function Answers() {
  const first = useQuery({ queryKey: ['broken'], queryFn: broken })
  const second = useQuery({ queryKey: ['fine'], queryFn: fine })
  return <p>{`${first.isError ? 'failed' : first.data}, ${second.data}`}</p>
}

test('coming back online fetches again what failed, and nothing else', async () => {
  broken.mockRejectedValueOnce(new TypeError('no network')).mockResolvedValueOnce('here')
  fine.mockResolvedValue('fine')
  const queryClient = createQueryClient()
  const stop = refetchFailedWhenOnline(queryClient)
  render(
    <QueryClientProvider client={queryClient}>
      <Answers />
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
