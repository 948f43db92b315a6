import { english } from '@called-it/languages/texts'
import { ACCOUNT_MESSAGES, accountEndpoints } from '@called-it/shared/contract/accounts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import { sayIssue } from '@called-it/shared/languages/said'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ResetPasswordPage } from './reset-password-page.tsx'

const { resetPassword } = accountEndpoints
const done = { ok: { message: english(ACCOUNT_MESSAGES.passwordReset) } }
const LONG = 'a long password'

const openPage = (at: string) => renderPage(<ResetPasswordPage />, { at, pattern: '/reset-password/:token?' })

const field = (name: 'New password' | 'Confirm new password') => screen.getByLabelText(name)
const submit = () => screen.getByRole('button', { name: 'reset password' })

async function choose({ user }: ReturnType<typeof openPage>, password: string): Promise<void> {
  await user.type(field('New password'), password)
  await user.type(field('Confirm new password'), password)
}

async function tryToReset(): Promise<void> {
  const page = openPage('/reset-password/abc')
  await choose(page, LONG)
  await page.user.click(submit())
}

describe('reset password', () => {
  test.each(['/reset-password', '/reset-password?token='])(
    'shows an invalid link without a token: %s',
    (at) => {
      fakeApi()
      openPage(at)
      expect(screen.getByRole('alert').textContent).toContain('Invalid reset link')
      expect(screen.getByRole('link', { name: 'Request a new reset link' }).getAttribute('href')).toBe(
        '/forgot-password',
      )
      expect(screen.queryByLabelText('New password')).toBeNull()
    },
  )

  test.each(['/reset-password/abc', '/reset-password?token=abc'])(
    'resets by the token of %s and goes to the login after 3 s',
    async (at) => {
      const reset = fake(resetPassword, done)
      fakeApi(reset)
      const page = openPage(at)
      await choose(page, LONG)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      fireEvent.click(submit())
      await act(() => vi.advanceTimersByTimeAsync(100))
      const notice = screen.getByText('Password reset').closest('[role="status"]')
      expect(notice?.textContent).toContain(english(ACCOUNT_MESSAGES.passwordReset))
      expect(document.activeElement).toBe(notice)
      expect(reset.bodies).toEqual([{ password: LONG, token: 'abc' }])
      await act(() => vi.advanceTimersByTimeAsync(2_800))
      expect(page.address()).toBe(at)
      await act(() => vi.advanceTimersByTimeAsync(200))
      expect(page.address()).toBe('/login')
    },
  )

  test('invalidates the user who was logged in with the old password', async () => {
    fakeApi(fake(resetPassword, done))
    const page = openPage('/reset-password/abc')
    page.queryClient.setQueryData(['current-user'], ann)
    await choose(page, LONG)
    await page.user.click(submit())
    await screen.findByText('Password reset')
    expect(page.queryClient.getQueryState(['current-user'])?.isInvalidated).toBe(true)
  })

  test('sends nothing while the password is too short', async () => {
    const requests = fakeApi(fake(resetPassword, done))
    const page = openPage('/reset-password/abc')
    await choose(page, 'short')
    await page.user.click(submit())
    expect(await screen.findAllByText(sayIssue(english, FIELD_TEXTS.passwordLength))).toHaveLength(2)
    expect(requests).toEqual([])
  })

  describe('failed reset', () => {
    test('shows an invalid link when the token is refused', async () => {
      fakeApi(fake(resetPassword, { error: 'invalid_token' }))
      await tryToReset()
      expect(await screen.findByText('Failed to reset password')).toBeDefined()
      expect(screen.getByText('Invalid or expired token. Please try again.')).toBeDefined()
      const notice = screen.getByText('Invalid reset link').closest('[role="alert"]')
      expect(document.activeElement).toBe(notice)
      expect(screen.getByRole('link', { name: 'Request a new reset link' })).toBeDefined()
      expect(screen.queryByLabelText('New password')).toBeNull()
    })

    test('shows an invalid link when the token is malformed', async () => {
      fakeApi(fake(resetPassword, { error: 'invalid', issues: [{ path: 'token', message: 'too long' }] }))
      await tryToReset()
      expect(await screen.findByText('Invalid reset link')).toBeDefined()
    })

    test.each<ErrorCode | 'dead network'>(['dead network', 'unavailable', 'internal', 'too_many_requests'])(
      'keeps the form and what was typed after: %s',
      async (error) => {
        fakeApi(...(error === 'dead network' ? [] : [fake(resetPassword, { error })]))
        await tryToReset()
        expect(await screen.findByText('Failed to reset password')).toBeDefined()
        expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
        expect(field('New password')).toHaveProperty('value', LONG)
        expect(field('Confirm new password')).toHaveProperty('value', LONG)
        expect(screen.queryByText('Invalid reset link')).toBeNull()
      },
    )

    test('shows the server’s issue at the password field', async () => {
      fakeApi(
        fake(resetPassword, {
          error: 'invalid',
          issues: [{ path: 'password', message: 'a known password' }],
        }),
      )
      await tryToReset()
      const reason = await screen.findByText('a known password')
      expect(field('New password').getAttribute('aria-describedby')).toBe(reason.id)
      expect(screen.queryByText('Invalid reset link')).toBeNull()
    })
  })
})
