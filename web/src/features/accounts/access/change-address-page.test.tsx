import { english } from '@called-it/languages/texts'
import { accessEndpoints } from '@called-it/shared/contract/access'
import { ERRORS } from '@called-it/shared/contract/errors'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChangeAddressPage } from './change-address-page.tsx'

const { confirmAddress } = accessEndpoints

const open = () =>
  renderPage(<ChangeAddressPage />, { at: '/change-address/abc', pattern: '/change-address/:token' })

test.each([
  [false, /^Confirmed\. The link in the mail to the other address/],
  [true, /^Done: the account has its new address/],
])('confirms by the button only, changed: %s', async (is_changed, outcome) => {
  const confirming = fake(confirmAddress, { ok: { is_changed } })
  const requests = fakeApi(confirming)
  const { user } = open()
  const button = await screen.findByRole('button', { name: 'confirm' })
  expect(requests).toEqual([])
  await user.click(button)
  expect((await screen.findByRole('status')).textContent).toMatch(outcome)
  expect(screen.queryByRole('button', { name: 'confirm' })).toBeNull()
})

test('says why a link does not work, and is tried again after what may pass', async () => {
  const errors = ['unavailable', 'link_gone'] as const
  let tries = 0
  fakeApi(fake(confirmAddress, () => ({ error: errors[tries++] ?? 'internal' })))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'confirm' }))
  expect(await screen.findByText('Nothing was confirmed')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'confirm' }))
  expect((await screen.findByRole('alert')).textContent).toBe(english(ERRORS.link_gone.text))
})
