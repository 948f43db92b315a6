import { registrationLinkEndpoints } from '@called-it/shared/contract/registration-link'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SignUpsForm } from './sign-ups-form.tsx'

const SWITCHES = { testModeEnabled: false, siteOverlayEnabled: false }
const config = (mode: 'open' | 'invited', version: number) => ({
  config: { ...SWITCHES, registration: { mode, is_fixed: false }, version },
})

test('saves who may sign up, and then offers the link', async () => {
  const change = fake(siteEndpoints.changeConfig, { ok: config('invited', 5) })
  fakeApi(
    fake(siteEndpoints.getConfig, { ok: config('open', 4) }),
    change,
    fake(registrationLinkEndpoints.getRegistrationLink, { ok: { code: null } }),
  )
  const onSaved = vi.fn()
  const { user } = renderPage(<SignUpsForm onSaved={onSaved} />)
  await user.selectOptions(await screen.findByLabelText('who may sign up'), 'those with an invitation')
  expect(change.bodies).toEqual([])
  await user.click(screen.getByRole('button', { name: 'save' }))
  expect(await screen.findByRole('button', { name: 'make a link' })).toBeTruthy()
  expect(change.bodies).toEqual([{ config: { ...SWITCHES, registration: 'invited', version: 4 } }])
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
})
