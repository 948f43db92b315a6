import { english } from '@called-it/languages/texts'
import { ACCOUNT_MESSAGES, accountEndpoints } from '@called-it/shared/contract/accounts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { sayIssue } from '@called-it/shared/languages/said'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ForgotPasswordPage } from './forgot-password-page.tsx'

const { requestPasswordReset } = accountEndpoints
const REASON = 'Come back in an hour.'

async function askFor(email: string): Promise<void> {
  const { user } = renderPage(<ForgotPasswordPage />, { at: '/forgot-password', pattern: '/forgot-password' })
  await user.type(screen.getByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'send the reset link' }))
}

describe('forgot password', () => {
  test('replaces the form by a focused notice once the request is accepted', async () => {
    const reset = fake(requestPasswordReset, { ok: { message: english(ACCOUNT_MESSAGES.resetRequested) } })
    fakeApi(reset)
    await askFor('ann@example.test')
    expect(await screen.findByText('Reset email sent')).toBeDefined()
    const notice = (await screen.findByText('Email sent')).closest('[role="status"]')
    expect(document.activeElement).toBe(notice)
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(reset.bodies).toEqual([{ email: 'ann@example.test' }])
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
  })

  test.each([
    ['the network is down', [], false],
    [
      'the server is unavailable',
      [fake(requestPasswordReset, { error: 'unavailable', message: REASON })],
      false,
    ],
    [
      'there were too many tries',
      [fake(requestPasswordReset, { error: 'too_many_requests', message: REASON, retryAfter: 120 })],
      true,
    ],
  ])('keeps what was typed when %s', async (_, routes, hasReason) => {
    fakeApi(...routes)
    await askFor('ann@example.test')
    expect(await screen.findByText('Failed to request password reset')).toBeDefined()
    expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
    const shown = screen.queryByText(`${REASON} Please try again in 2 minutes.`)
    expect(shown !== null).toBe(hasReason)
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@example.test')
    expect(screen.queryByText('Email sent')).toBeNull()
  })

  test('shows the server’s issue at the field', async () => {
    fakeApi(
      fake(requestPasswordReset, {
        error: 'invalid',
        issues: [{ path: 'email', message: 'no such domain' }],
      }),
    )
    await askFor('ann@example.test')
    expect(await screen.findByText('no such domain')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  })

  test('sends nothing while the address is invalid', async () => {
    const requests = fakeApi(fake(requestPasswordReset, { ok: { message: 'sent' } }))
    await askFor('ann')
    expect(await screen.findByText(sayIssue(english, FIELD_TEXTS.email))).toBeDefined()
    expect(requests).toEqual([])
  })
})
