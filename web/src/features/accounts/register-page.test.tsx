import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { FIELD_TEXTS } from '@called-it/shared/contract/fields'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RegisterPage } from './register-page.tsx'

test('shows at the field why a password was refused', async () => {
  const issues = [{ path: 'password', message: FIELD_TEXTS.passwordCommon }]
  fakeApi(fake(accountEndpoints.register, { error: 'invalid', issues }))
  const { user } = renderPage(<RegisterPage />)
  await user.type(screen.getByLabelText('Email'), 'ann@example.test')
  await user.type(screen.getByLabelText('Display name'), 'Ann')
  await user.type(screen.getByLabelText('Password'), 'password1')
  await user.type(screen.getByLabelText('Confirm password'), 'password1')
  await user.click(screen.getByRole('button', { name: 'sign up' }))
  expect(await screen.findByText(FIELD_TEXTS.passwordCommon)).toBeDefined()
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Registration failed')).toBeDefined()
})
