import { english } from '@called-it/languages/texts'
import { ACCOUNT_MESSAGES, accountEndpoints } from '@called-it/shared/contract/accounts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { sayIssue } from '@called-it/shared/languages/said'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { PasswordForm } from './password-form.tsx'

const { changePassword } = accountEndpoints
const NEW = 'a new long password'
const done = { ok: { message: english(ACCOUNT_MESSAGES.passwordChanged) } }

const newPassword = () => screen.getByLabelText('New Password')
const confirmation = () => screen.getByLabelText('Confirm New Password')

async function change(password: string) {
  const page = renderPage(<PasswordForm user={ann} />)
  await submit(page, password)
  return page
}

async function submit({ user }: { user: UserEvent }, password: string) {
  await user.type(newPassword(), password)
  await user.type(confirmation(), password)
  const button = screen.getByRole('button', { name: 'Update Password' })
  fireEvent.click(button)
  fireEvent.click(button)
}

describe('profile: password', () => {
  test('marks its fields for a password manager', () => {
    renderPage(<PasswordForm user={ann} />)
    const username = document.querySelector('input[autocomplete="username"]')
    expect(username).toHaveProperty('value', 'ann@example.test')
    expect(newPassword().getAttribute('autocomplete')).toBe('new-password')
    expect(confirmation().getAttribute('autocomplete')).toBe('new-password')
    const hint = screen.getByText('Password must be at least 8 characters long')
    expect(newPassword().getAttribute('aria-describedby')).toBe(hint.id)
  })

  test('sends nothing while a field is invalid', async () => {
    const requests = fakeApi(fake(changePassword, done))
    const { user } = await change('short')
    expect(await screen.findAllByText(sayIssue(english, FIELD_TEXTS.passwordLength))).toHaveLength(2)
    await user.type(newPassword(), ' but longer')
    await user.type(confirmation(), ' and other')
    await user.click(screen.getByRole('button', { name: 'Update Password' }))
    expect(await screen.findByText(sayIssue(english, FIELD_TEXTS.passwordMismatch))).toBeDefined()
    expect(requests).toEqual([])
  })

  test('sends one request at a double click, and clears the fields', async () => {
    const request = fake(changePassword, done)
    fakeApi(request)
    await change(NEW)
    expect(await screen.findByText('Password updated')).toBeDefined()
    expect(newPassword()).toHaveProperty('value', '')
    expect(confirmation()).toHaveProperty('value', '')
    expect(request.bodies).toEqual([{ password: NEW }])
  })

  test('sets the password of a fan who has none', async () => {
    fakeApi(fake(changePassword, done))
    const page = renderPage(<PasswordForm user={{ ...ann, has_password: false }} />)
    expect(screen.getByRole('heading', { name: 'Set a password' })).toBeDefined()
    await submit(page, NEW)
    await expect.poll(() => page.queryClient.getQueryData(queryKeys.currentUser)).toEqual(ann)
  })

  test('keeps what was typed when the network is down', async () => {
    fakeApi()
    await change(NEW)
    expect(await screen.findByText('Failed to update password')).toBeDefined()
    expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
    expect(newPassword()).toHaveProperty('value', NEW)
  })

  test('shows the server’s issue at the field', async () => {
    fakeApi(
      fake(changePassword, { error: 'invalid', issues: [{ path: 'password', message: 'a known password' }] }),
    )
    await change(NEW)
    expect(await screen.findByText('a known password')).toBeDefined()
    expect(newPassword().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Failed to update password')).toBeDefined()
  })
})
