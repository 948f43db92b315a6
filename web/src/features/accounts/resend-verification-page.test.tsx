import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ResendVerificationPage } from './resend-verification-page.tsx'

const { resendVerification } = accountEndpoints
const noMessage = { error: 'internal', message: '' } as const

async function resend(...routes: FakeRoute[]) {
  fakeApi(...routes)
  const { user } = renderPage(<ResendVerificationPage />)
  await user.type(screen.getByLabelText('Email'), 'ann@example.test')
  await user.click(screen.getByRole('button', { name: 'resend the verification email' }))
}

describe('resend verification', () => {
  test.each([
    [
      'the server says why',
      [fake(resendVerification, { error: 'internal', message: 'no mail today' })],
      'no mail today',
    ],
    ['the server does not', [fake(resendVerification, noMessage)], 'Failed to resend verification email'],
    ['the network is down', [], 'An unexpected error occurred'],
  ])('shows the failure when %s', async (_, routes, description) => {
    await resend(...routes)
    expect(await screen.findByText('Error')).toBeDefined()
    expect(screen.getByText(description)).toBeDefined()
  })

  test('replaces the form by a confirmation and the spam warning', async () => {
    await resend(fake(resendVerification, { ok: { message: 'A new email is on its way.' } }))
    expect(await screen.findByText('A new email is on its way.')).toBeDefined()
    expect(screen.getByText(/spam/)).toBeDefined()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})
