import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, expect, test, vi } from 'vitest'

const restartLive = vi.hoisted(() => vi.fn())
vi.mock('../lib/live/connection.ts', () => ({ useLiveStatus: () => 'replaced', restartLive }))

// Tests of other pages have loaded the real connection, and others will.
afterAll(() => void vi.resetModules())

test('says why live updates are paused and resumes them on a press', async () => {
  vi.resetModules()
  const { LiveIndicator } = await import('./live-indicator.tsx')
  render(<LiveIndicator />)
  expect(screen.getByRole('status').textContent).toContain('paused: too many pages are open')
  await userEvent.click(screen.getByRole('button', { name: 'resume here' }))
  expect(restartLive).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(screen.getByRole('status'))
})
