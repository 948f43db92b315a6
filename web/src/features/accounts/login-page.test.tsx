import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { FIELD_TEXTS } from '@called-it/shared/contract/fields'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { ann } from '@called-it/tests/support/web/home-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LoginPage } from './login-page.tsx'

const openPage = (at = '/login') => renderPage(<LoginPage />, { at, pattern: '/login' })

async function logIn(user: ReturnType<typeof renderPage>['user']): Promise<void> {
  await user.type(screen.getByLabelText('Email'), 'ann@example.test')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'log in' }))
}

test('goes home after the login', async () => {
  fakeApi(fake(accountEndpoints.login, { ok: ann }))
  const { user, address } = openPage()
  await logIn(user)
  expect(await screen.findByText('Login successful')).toBeDefined()
  await expect.poll(address).toBe('/')
})

test('shows the server’s message and keeps what was typed when the login fails', async () => {
  fakeApi(fake(accountEndpoints.login, { error: 'invalid_credentials' }))
  const { user, address } = openPage()
  await logIn(user)
  expect(await screen.findByText('Login failed')).toBeDefined()
  expect(screen.getByText(ERRORS.invalid_credentials.message)).toBeDefined()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@example.test')
  expect(address()).toBe('/login')
})

test('links an unverified address to a new mail', async () => {
  fakeApi(fake(accountEndpoints.login, { error: 'email_not_verified' }))
  const { user } = openPage()
  await logIn(user)
  expect(await screen.findByRole('link', { name: 'send a new link' })).toBeDefined()
})

test('links to the page for a forgotten password', () => {
  fakeApi()
  openPage()
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
    '/forgot-password',
  )
})

test('sends nothing while a field is invalid', async () => {
  const requests = fakeApi(fake(accountEndpoints.login, { ok: ann }))
  const { user } = openPage()
  await user.type(screen.getByLabelText('Email'), 'not an address')
  await user.click(screen.getByRole('button', { name: 'log in' }))
  expect(await screen.findByText(FIELD_TEXTS.email)).toBeDefined()
  expect(screen.getByText(FIELD_TEXTS.passwordRequired)).toBeDefined()
  expect(requests).toEqual([])
})

test('confirms the verification after the mailed link', async () => {
  fakeApi()
  openPage('/login?verified=true')
  expect(await screen.findByText('Your email has been verified. You can log in now.')).toBeDefined()
})
