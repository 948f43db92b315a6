import { onDeviceAhead } from '@called-it/tests/support/web/device-clock'
import { adminShow } from '@called-it/tests/support/web/factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShowRow } from './show-row.tsx'

test.each([-6, 6])('asks before scoring by the clock of the server, %d h off', async (hours) => {
  await onDeviceAhead(hours * 3_600_000, '2026-04-18T12:00:00Z')
  const show = adminShow(4, '2026-04-18', { locks_at: '2026-04-18T13:00:00Z' })
  const { user } = renderPage(<ShowRow show={show} runs={[]} />)
  await user.click(screen.getByRole('button', { name: 'Score Show' }))
  expect(await screen.findByRole('alertdialog', { name: 'close the picks?' })).toBeDefined()
})

test.each([
  ['the next one to score, while picks are open', true, '2099-04-18T13:00:00Z', false],
  ['the next one to score, after the lock', true, '2024-04-18T13:00:00Z', true],
  ['another one', false, '2024-04-18T13:00:00Z', false],
])('knows whether %s has the primary button', (_which, isNext, locks_at, isPrimary) => {
  const show = adminShow(4, locks_at.slice(0, 10), { locks_at })
  renderPage(<ShowRow show={show} runs={[]} isNext={isNext} />)
  expect(screen.getByRole('button', { name: 'Score Show' }).hasAttribute('data-primary')).toBe(isPrimary)
})

test.each([
  ['an admin has cancelled', {}, true],
  ['its source may list again', { excluded: true }, false],
])('shows whether a show that %s can be scored', (_which, state, disabled) => {
  const show = adminShow(4, '2031-03-05', { is_open: false, is_cancelled: true, ...state })
  renderPage(<ShowRow show={show} runs={[]} />)
  expect(screen.getByRole('button', { name: 'Score Show' })).toHaveProperty('disabled', disabled)
})
