import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { FIELD_TEXTS } from '@called-it/shared/contract/fields'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LoginPage } from './login-page.tsx'

const ann = {
  id: 7,
  email: 'ann@example.test',
  display_name: 'Ann',
  avatar_path: null,
  is_admin: false,
  email_verified: true,
  created_at: '2026-01-01T00:00:00Z',
}

async function logIn(user: ReturnType<typeof renderPage>['user']): Promise<void> {
  await user.type(screen.getByLabelText('Email'), 'ann@example.test')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'log in' }))
}

test('a login says so and goes home', async () => {
  fakeApi(fake(accountEndpoints.login, { ok: ann }))
  const { user, address } = renderPage(<LoginPage />, { at: '/login', pattern: '/login' })
  await logIn(user)
  expect(await screen.findByText('Login successful')).toBeDefined()
  await expect.poll(address).toBe('/')
})

test('a failed login says what the server said and keeps what was typed', async () => {
  fakeApi(fake(accountEndpoints.login, { error: 'invalid_credentials' }))
  const { user, address } = renderPage(<LoginPage />, { at: '/login', pattern: '/login' })
  await logIn(user)
  expect(await screen.findByText('Login failed')).toBeDefined()
  expect(screen.getByText(ERRORS.invalid_credentials.message)).toBeDefined()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@example.test')
  expect(address()).toBe('/login')
})

test('an unverified address is pointed to a new link', async () => {
  fakeApi(fake(accountEndpoints.login, { error: 'email_not_verified' }))
  const { user } = renderPage(<LoginPage />, { at: '/login', pattern: '/login' })
  await logIn(user)
  expect(await screen.findByRole('link', { name: 'send a new link' })).toBeDefined()
})

test('who has forgotten the password is led to a new one', () => {
  fakeApi()
  renderPage(<LoginPage />, { at: '/login', pattern: '/login' })
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
    '/forgot-password',
  )
})

test('nothing is sent while a field is wrong', async () => {
  const requests = fakeApi(fake(accountEndpoints.login, { ok: ann }))
  const { user } = renderPage(<LoginPage />, { at: '/login', pattern: '/login' })
  await user.type(screen.getByLabelText('Email'), 'not an address')
  await user.click(screen.getByRole('button', { name: 'log in' }))
  expect(await screen.findByText(FIELD_TEXTS.email)).toBeDefined()
  expect(screen.getByText(FIELD_TEXTS.passwordRequired)).toBeDefined()
  expect(requests).toEqual([])
})

test('who comes from the mailed link is told that it worked', async () => {
  fakeApi()
  renderPage(<LoginPage />, { at: '/login?verified=true', pattern: '/login' })
  expect(await screen.findByText('Your email has been verified. You can log in now.')).toBeDefined()
})
