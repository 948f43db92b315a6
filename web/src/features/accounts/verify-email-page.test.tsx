import { english } from '@called-it/languages/texts'
import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ERRORS, type ErrorCode } from '@called-it/shared/contract/errors'
import { ann, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keptReturnPath, rememberReturnPath } from '../../lib/account/return-path.ts'
import { refetchFailed } from '../../lib/api/query-client.ts'
import { VerifyEmailPage } from './verify-email-page.tsx'

const { verifyEmail, confirmRegistration, followRegistration } = accountEndpoints
const INVALID = 'There was an error verifying your email. The verification link may be invalid.'
const EXPIRED = 'This verification link has expired. Please request a new verification email.'
const USED = 'This verification link has already been used.'

beforeEach(() => localStorage.clear())

const verifications = (requests: readonly string[]) =>
  requests.filter((request) => request !== 'GET /api/auth/me')

const openPage = (at = '/verify-email/abc') =>
  renderPage(<VerifyEmailPage />, { at, pattern: '/verify-email/:token?' })

const resend = () => screen.queryByRole('link', { name: 'Resend Verification' })
const goToLogin = () => screen.getByRole('link', { name: 'Go to Login' })

describe('verify email', () => {
  test('shows that the verification is running', async () => {
    fakeApi(neverRespond(verifyEmail))
    openPage()
    expect((await screen.findByRole('status')).textContent).toContain('Verifying your email...')
    expect(resend()).toBeNull()
  })

  test('goes to the login 3 s after the verification', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fakeApi(fake(verifyEmail, { ok: { message: 'verified' } }))
    const { address } = openPage()
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByRole('status').textContent).toContain('Your email has been verified.')
    expect(goToLogin().getAttribute('href')).toBe('/login?verified=true')
    expect(resend()).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2_800))
    expect(address()).toBe('/verify-email/abc')
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(address()).toBe('/login?verified=true')
  })

  test('leads to the login page after 3 s in the browser that registered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const follow = fake(followRegistration, { ok: { user: ann } })
    fakeApi(visitor, follow, fake(verifyEmail, { ok: { message: 'verified' } }))
    const { address } = openPage()
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(screen.getByText(/Taking you on/)).toBeDefined()
    expect(follow.bodies).toEqual([{ token: 'abc' }])
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(address()).toBe('/verify-email/abc')
    await act(() => vi.advanceTimersByTimeAsync(700))
    expect(address()).toBe('/login?verified=true')
  })

  test('remembers the show of the registration where nothing else is remembered', async () => {
    const follow = fake(followRegistration, { ok: { user: null } })
    fakeApi(visitor, follow, fake(verifyEmail, { ok: { message: 'verified', showId: 12 } }))
    openPage()
    await waitFor(() => expect(keptReturnPath()?.path).toBe('/prediction/12'))
    cleanup()
    rememberReturnPath('/profile')
    openPage()
    expect(await screen.findByText(/has been verified/)).toBeDefined()
    expect(keptReturnPath()?.path).toBe('/profile')
  })

  describe('address that was registered more than once', () => {
    const passwordNeeded = fake(verifyEmail, { ok: { message: 'password', passwordNeeded: true } })
    const resetLink = () => screen.queryByRole('link', { name: 'Reset your password' })

    async function enterPassword(password: string) {
      const page = openPage()
      await page.user.type(await screen.findByLabelText('Password'), password)
      await page.user.click(screen.getByRole('button', { name: 'verify my email' }))
      return page
    }

    test('asks again for a wrong password and offers a reset', async () => {
      const confirm = fake(confirmRegistration, ({ body }) =>
        JSON.stringify(body).includes('right')
          ? { ok: { message: 'verified' } }
          : { error: 'wrong_registration_password' },
      )
      fakeApi(passwordNeeded, confirm)
      const { user } = await enterPassword('wrong')
      expect(await screen.findByText(english(ERRORS.wrong_registration_password.text))).toBeDefined()
      expect(resetLink()?.getAttribute('href')).toBe('/forgot-password')
      expect(document.activeElement).toBe(screen.getByLabelText('Password'))
      await user.clear(screen.getByLabelText('Password'))
      await user.type(screen.getByLabelText('Password'), 'right')
      await user.click(screen.getByRole('button', { name: 'verify my email' }))
      expect(await screen.findByText(/Your email has been verified/)).toBeDefined()
      expect(confirm.bodies).toEqual([{ password: 'wrong' }, { password: 'right' }])
    })

    test('keeps offering the reset while a further try runs', async () => {
      fakeApi(passwordNeeded, fake(confirmRegistration, { error: 'wrong_registration_password' }))
      const { user } = await enterPassword('wrong')
      await waitFor(() => expect(resetLink()).not.toBeNull())
      fakeApi(neverRespond(confirmRegistration))
      await user.click(screen.getByRole('button', { name: 'verify my email' }))
      expect(await screen.findByText('verifying...')).toBeDefined()
      expect(resetLink()).not.toBeNull()
    })

    test('offers no reset before the first try', async () => {
      fakeApi(passwordNeeded)
      openPage()
      await screen.findByLabelText('Password')
      expect(resetLink()).toBeNull()
      expect(resend()).toBeNull()
    })

    test('explains a link that was used meanwhile', async () => {
      fakeApi(passwordNeeded, fake(confirmRegistration, { error: 'token_used' }))
      await enterPassword('right')
      expect(await screen.findByText(USED)).toBeDefined()
      expect(screen.queryByLabelText('Password')).toBeNull()
    })
  })

  test.each<[ErrorCode, string]>([
    ['token_expired', EXPIRED],
    ['token_used', USED],
    ['invalid_token', INVALID],
    ['internal', INVALID],
  ])('explains %s and links to the login and a new mail', async (error, text) => {
    fakeApi(fake(verifyEmail, { error }))
    openPage()
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByRole('alert')).toBeDefined()
    expect(goToLogin().getAttribute('href')).toBe('/login')
    expect(resend()?.getAttribute('href')).toBe('/resend-verification')
  })

  test.each([
    ['Your token has expired', EXPIRED],
    ['It has already been used', USED],
  ])('reads the message when there is no error code: %s', async (message, text) => {
    vi.stubGlobal('fetch', async () => Response.json({ message }, { status: 400 }))
    openPage()
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('retries on reconnecting after a server error, never after a refused link', async () => {
    const requests = fakeApi(visitor, fake(verifyEmail, { error: 'token_used' }))
    const { queryClient } = openPage()
    await screen.findByText(USED)
    await act(() => refetchFailed(queryClient))
    expect(verifications(requests)).toHaveLength(1)

    cleanup()
    const later = fakeApi(visitor, fake(verifyEmail, { error: 'internal' }))
    const page = openPage('/verify-email/other')
    await screen.findByText(INVALID)
    await act(() => refetchFailed(page.queryClient))
    expect(verifications(later)).toHaveLength(2)
  })

  test.each(['/verify-email', '/verify-email/'])('shows an invalid link without a token: %s', async (at) => {
    const requests = fakeApi()
    openPage(at)
    expect(await screen.findByText(INVALID)).toBeDefined()
    expect(resend()).not.toBeNull()
    expect(verifications(requests)).toEqual([])
  })

  test('follows a response that redirects', async () => {
    vi.stubGlobal('fetch', async () => {
      const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
      Object.defineProperties(page, {
        redirected: { value: true },
        url: { value: 'http://localhost/login?verified=true' },
      })
      return page
    })
    const { address } = openPage()
    await expect.poll(address).toBe('/login?verified=true')
    expect(screen.queryByText(INVALID)).toBeNull()
  })
})
