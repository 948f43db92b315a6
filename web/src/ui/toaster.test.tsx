import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dismissToast, toast, useShownToast } from './toast.ts'
import { Toaster } from './toaster.tsx'

afterEach(() => act(dismissToast))

describe('toaster', () => {
  test('shows only the newest toast', async () => {
    render(<Toaster />)
    act(() => toast({ title: 'Prediction Saved!' }))
    act(() => toast({ title: 'Login failed', description: 'Try again.', variant: 'destructive' }))
    expect(await screen.findByText('Login failed')).toBeTruthy()
    expect(screen.queryByText('Prediction Saved!')).toBeNull()
  })

  test('removes a dismissed toast after 1,000,000 ms', () => {
    vi.useFakeTimers()
    const { result } = renderHook(useShownToast)
    act(() => toast({ title: 'Prediction Saved!' }))
    act(dismissToast)
    act(() => vi.advanceTimersByTime(999_999))
    expect(result.current).toMatchObject({ title: 'Prediction Saved!', open: false })
    act(() => vi.advanceTimersByTime(1))
    expect(result.current).toBeNull()
  })

  test('closes after its action is pressed', async () => {
    const undo = vi.fn()
    render(<Toaster />)
    act(() =>
      toast({
        title: 'Draft cleared',
        action: { label: 'undo', altText: 'press Clear again', onPress: undo },
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'undo' }))
    expect(undo).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByText('Draft cleared')).toBeNull())
  })
})
