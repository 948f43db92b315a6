import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { type RegistrationMode, siteEndpoints } from '@called-it/shared/contract/site'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { keepInvitation, keepSignUpCode } from '../../lib/account/kept-invitation.ts'
import { LoginPage } from './login-page.tsx'
import { RegisterPage } from './register-page.tsx'

beforeEach(() => localStorage.clear())

const CODE = 'a1B2c3D4e5F6g7H8i9J0_-'
const SWITCHES = { testModeEnabled: true, siteOverlayEnabled: false, version: 1 }

function openAs(mode: RegistrationMode, at = '/register') {
  const register = fake(accountEndpoints.register, { ok: { message: 'sent' } })
  fakeApi(
    register,
    fake(siteEndpoints.getConfig, {
      ok: { config: { ...SWITCHES, registration: { mode, is_fixed: false } } },
    }),
  )
  return { ...renderPage(at === '/login' ? <LoginPage /> : <RegisterPage />, { at }), register }
}

const form = () => screen.queryByLabelText('Display name')
const emailLink = () => screen.queryByRole('button', { name: 'email me a link' })

test('says in one sentence that nobody can sign up, and leaves the log-in', async () => {
  keepSignUpCode(CODE)
  openAs('closed')
  expect(await screen.findByText(/^Sign-ups are closed at the moment/)).toBeDefined()
  expect([form(), emailLink()]).toEqual([null, null])
  expect(screen.getByRole('link', { name: 'log in' })).toBeDefined()
  cleanup()
  openAs('closed', '/login')
  expect(screen.getByLabelText('Password')).toBeDefined()
  expect(emailLink()).not.toBeNull()
})

test('says how to get in where an invitation is needed and there is none', async () => {
  openAs('invited', '/register?invitation=!')
  expect(await screen.findByText(/^To sign up here you need an invitation/)).toBeDefined()
  expect([form(), emailLink()]).toEqual([null, null])
})

test('signs up by the admins’ link, also on a later visit', async () => {
  openAs('invited', `/register?invitation=${CODE}`)
  expect(form()).not.toBeNull()
  cleanup()
  const { user, register } = openAs('invited')
  await user.type(screen.getByLabelText('Email'), 'ann@example.test')
  await user.type(screen.getByLabelText('Display name'), 'Ann Alder')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'sign up' }))
  await waitFor(() => expect(register.bodies).toMatchObject([{ invitation: CODE }]))
})

test('sends the invitation to a league rather than the code', async () => {
  keepSignUpCode(CODE)
  keepInvitation({ invitation: 'HKPT46', league: 'Row F' })
  const { user, register } = openAs('invited')
  await user.type(screen.getByLabelText('Email'), 'ann@example.test')
  await user.type(screen.getByLabelText('Display name'), 'Ann Alder')
  await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
  await waitFor(() => expect(register.bodies).toMatchObject([{ invitation: 'HKPT46' }]))
})
