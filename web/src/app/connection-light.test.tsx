import { openFakeLive } from '@called-it/tests/support/web/fake-live.tsx'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ConnectionLight } from './connection-light.tsx'

test('says why live updates are paused and resumes them on a press', async () => {
  const { socket, Live } = await openFakeLive()
  render(<ConnectionLight />, { wrapper: Live })
  socket.happens('connect')
  socket.happens('connection:replaced')
  socket.happens('disconnect', 'io server disconnect')
  expect(screen.getByRole('status').textContent).toContain('paused: too many pages are open')
  await userEvent.click(screen.getByRole('button', { name: 'resume here' }))
  expect(socket.connect).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(screen.getByRole('status'))
})
