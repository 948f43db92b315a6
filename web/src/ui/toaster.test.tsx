import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { dismissToast, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

afterEach(() => act(dismissToast))

test('one toast at most is on the page, the newest', async () => {
  render(<Toaster />)
  act(() => toast({ title: 'Prediction Saved!' }))
  act(() => toast({ title: 'Login failed', description: 'Try again.', variant: 'destructive' }))
  expect(await screen.findByText('Login failed')).toBeTruthy()
  expect(screen.queryByText('Prediction Saved!')).toBeNull()
})

test('its action is taken and it goes', async () => {
  const undo = vi.fn()
  render(<Toaster />)
  act(() =>
    toast({ title: 'Draft cleared', action: { label: 'undo', altText: 'press Clear again', onPress: undo } }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'undo' }))
  expect(undo).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByText('Draft cleared')).toBeNull())
})
