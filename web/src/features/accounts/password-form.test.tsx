import { english } from '@called-it/languages/texts'
import { ACCOUNT_MESSAGES, accountEndpoints } from '@called-it/shared/contract/accounts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { ERRORS } from '@called-it/shared/contract/errors'
import { sayIssue } from '@called-it/shared/languages/said'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { PasswordForm } from './password-form.tsx'

const { changePassword } = accountEndpoints
const NEW = 'a new long password'
const done = { ok: { message: english(ACCOUNT_MESSAGES.passwordChanged) } }

const newPassword = () => screen.getByLabelText('New Password')
const confirmation = () => screen.getByLabelText('Confirm New Password')

async function change(password: string, repeated = password) {
  const page = renderPage(<PasswordForm email="ann@example.test" />)
  await page.user.type(newPassword(), password)
  await page.user.type(confirmation(), repeated)
  doubleClick(screen.getByRole('button', { name: 'Update Password' }))
  return page
}

function doubleClick(button: HTMLElement) {
  fireEvent.click(button)
  fireEvent.click(button)
}

/** Requires the current password, which is `right`. */
function requireCurrentPassword() {
  return fake(changePassword, ({ body }) => {
    const content = JSON.stringify(body)
    if (content.includes('"currentPassword":"right"')) return done
    return { error: content.includes('currentPassword') ? 'wrong_password' : 'reauthentication_required' }
  })
}

describe('profile: password', () => {
  test('marks its fields for a password manager', () => {
    renderPage(<PasswordForm email="ann@example.test" />)
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

  test('asks for the current password after an old login, and keeps what was typed', async () => {
    const request = requireCurrentPassword()
    fakeApi(request)
    const { user } = await change(NEW)
    const dialog = within(await screen.findByRole('dialog'))
    const current = dialog.getByLabelText('Current password')
    await waitFor(() => expect(document.activeElement).toBe(current))
    expect(current.getAttribute('autocomplete')).toBe('current-password')
    expect(screen.queryByText('Failed to update password')).toBeNull()

    await user.click(dialog.getByRole('button', { name: 'Update Password' }))
    expect(await dialog.findByText(sayIssue(english, FIELD_TEXTS.passwordRequired))).toBeDefined()

    await user.type(current, 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Update Password' }))
    const reason = await dialog.findByText(english(ERRORS.wrong_password.text))
    expect(current.getAttribute('aria-describedby')).toBe(reason.id)
    expect(current).toHaveProperty('value', 'wrong')
    expect(newPassword()).toHaveProperty('value', NEW)

    await user.clear(current)
    await user.type(current, 'right')
    doubleClick(dialog.getByRole('button', { name: 'Update Password' }))
    expect(await screen.findByText('Password updated')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(newPassword()).toHaveProperty('value', '')
    expect(confirmation()).toHaveProperty('value', '')
    expect(request.bodies).toEqual([
      { password: NEW },
      { password: NEW, currentPassword: 'wrong' },
      { password: NEW, currentPassword: 'right' },
    ])
  })

  test('keeps what was typed when the dialog is cancelled', async () => {
    fakeApi(requireCurrentPassword())
    const { user } = await change(NEW)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(newPassword()).toHaveProperty('value', NEW)
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
