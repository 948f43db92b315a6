import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { AlertDialog, Dialog, Sheet } from './dialogs.tsx'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'
// Loaded before the tests, so that none waits for it.
import './dialogs/index.ts'

function Opener({ kind }: { kind: 'dialog' | 'alert' | 'sheet' }) {
  const [open, setOpen] = useState(false)
  const state = { title: 'songs', open, onOpenChange: setOpen }
  return (
    <>
      <Button onClick={() => setOpen(true)}>open</Button>
      {kind === 'dialog' && <Dialog {...state}>the words</Dialog>}
      {kind === 'alert' && (
        <AlertDialog {...state} description="the words" confirmLabel="Reset" onConfirm={vi.fn()} />
      )}
      {kind === 'sheet' && <Sheet {...state}>the words</Sheet>}
    </>
  )
}

function Asking() {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => setOpen(true)}>open</Button>
      <Dialog open={open} onOpenChange={setOpen} title="songs" focusFirst={() => field.current?.focus()}>
        <input ref={field} aria-label="song" />
      </Dialog>
    </>
  )
}

const KINDS = [
  ['dialog', 'dialog'],
  ['alert', 'alertdialog'],
  ['sheet', 'dialog'],
] as const

describe('dialogs', () => {
  test.each(KINDS)(
    'opens a %s by state, closes it by Escape and gives the focus back',
    async (kind, role) => {
      render(<Opener kind={kind} />)
      const opener = screen.getByRole('button', { name: 'open' })
      await userEvent.click(opener)
      const window = await screen.findByRole(role, { name: 'songs' })
      expect(window.textContent).toContain('the words')
      await waitFor(() => expect(window.contains(document.activeElement)).toBe(true))
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole(role)).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' })))
    },
  )

  test.each(KINDS)('closes a %s by Escape also while a message shows that came later', async (kind, role) => {
    render(
      <>
        <Opener kind={kind} />
        <Toaster />
      </>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    const window = await screen.findByRole(role, { name: 'songs' })
    await waitFor(() => expect(window.contains(document.activeElement)).toBe(true))
    act(() => toast({ title: 'the score is in' }))
    await screen.findByText('the score is in')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull())
  })

  test('opens a dialog by a double click, and closes it by the backdrop', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    render(<Opener kind="dialog" />)
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    await screen.findByRole('dialog')
    // Radix listens for presses from the next task on.
    await new Promise((resolve) => setTimeout(resolve))
    const press = () => userEvent.click(document.querySelector('[class*="backdrop"]') ?? expect.fail())
    now.mockReturnValue(1_400)
    await press()
    expect(screen.getByRole('dialog')).toBeDefined()
    now.mockReturnValue(1_600)
    await press()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('moves the focus to a chosen control', async () => {
    render(<Asking />)
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    const field = await screen.findByLabelText('song')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' })))
  })

  test('focuses cancel, and is confirmed by one click, but not by a second one', async () => {
    const confirm = vi.fn()
    render(
      <AlertDialog
        open
        onOpenChange={vi.fn()}
        title="Reset Prediction?"
        description="This cannot be undone."
        confirmLabel="Reset"
        onConfirm={confirm}
      />,
    )
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }), { detail: 2 })
    expect(confirm).toHaveBeenCalledTimes(1)
  })
})
