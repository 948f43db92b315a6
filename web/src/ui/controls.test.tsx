import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Glow } from './glow.tsx'
import { Progress } from './progress.tsx'
import { TextInput } from './text-input.tsx'

describe('controls', () => {
  test('keeps the focus on a busy button and ignores its presses', async () => {
    const [press, submit] = [vi.fn(), vi.fn()]
    const form = (busy: boolean) => (
      <form action={submit}>
        <Button type="submit" busy={busy} busyText="Saving..." onClick={press}>
          submit setlist
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    await userEvent.click(screen.getByRole('button', { name: 'submit setlist' }))
    expect([press, submit].map((spy) => spy.mock.calls.length)).toEqual([1, 1])
    rerender(form(true))
    const busy = screen.getByRole('button', { name: 'Saving...' })
    expect(document.activeElement).toBe(busy)
    await userEvent.click(busy)
    expect([press, submit].map((spy) => spy.mock.calls.length)).toEqual([1, 1])
  })

  test('labels a control and describes it by hint and error', () => {
    const field = (error?: string) => (
      <Field label="Password" hint="8 characters or more" error={error}>
        {(wiring) => <TextInput type="password" {...wiring} />}
      </Field>
    )
    const { rerender } = render(field())
    const input = screen.getByLabelText('Password')
    expect(input.getAttribute('aria-invalid')).toBeNull()
    rerender(field('too short'))
    const words = input
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(words).toEqual(['8 characters or more', 'too short'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })

  test('shows progress in numbers once the total is known', () => {
    const { rerender } = render(<Progress label="scoring" done={0} total={null} />)
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
    rerender(<Progress label="scoring" done={1200} total={5000} />)
    expect(screen.getByText('1,200 / 5,000')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1200')
  })

  test('highlights a number when it changes, not when it appears', () => {
    const { rerender } = render(<Glow value={1} />)
    expect(screen.getByText('1').className).toBe('')
    rerender(<Glow value={2} />)
    expect(screen.getByText('2').className).not.toBe('')
  })
})
