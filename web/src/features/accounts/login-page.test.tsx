import { english } from '@called-it/languages/texts'
import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { ERRORS } from '@called-it/shared/contract/errors'
import { sayIssue } from '@called-it/shared/languages/said'
import { ann, loggedIn } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { keepInvitation } from '../../lib/account/kept-invitation.ts'
import { keepSong } from '../../lib/account/kept-song.ts'
import { forgetReturnPath, keptReturnPath, rememberReturnPath } from '../../lib/account/return-path.ts'
import { useLogoutAndRedirect } from '../../lib/account/use-logout-and-redirect.ts'
import { clearUserData, setDeviceOwner } from '../../lib/account/user-storage.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { LoginPage } from './login-page.tsx'
import { RegistrationSuccessPage } from './registration-success-page.tsx'
import { VerifyEmailPage } from './verify-email-page.tsx'

beforeEach(() => {
  localStorage.clear()
  clearUserData()
})

const openPage = (at = '/login') => renderPage(<LoginPage />, { at, pattern: '/login' })

async function logIn(user: ReturnType<typeof renderPage>['user']): Promise<void> {
  await user.type(screen.getByLabelText('Email'), 'ann@example.test')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'log in' }))
}

describe('login', () => {
  test('shows the server’s message and keeps what was typed when the login fails', async () => {
    fakeApi(fake(accountEndpoints.login, { error: 'invalid_credentials' }))
    const { user, address } = openPage()
    await logIn(user)
    expect(await screen.findByText('Login failed')).toBeDefined()
    expect(screen.getByText(english(ERRORS.invalid_credentials.text))).toBeDefined()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@example.test')
    expect(address()).toBe('/login')
  })

  test('keeps the reason of a suspension on the page', async () => {
    const message = `${english(ERRORS.suspended.text)} An insult.`
    fakeApi(fake(accountEndpoints.login, { error: 'suspended', message }))
    const { user } = openPage()
    await logIn(user)
    expect((await screen.findByRole('alert')).textContent).toBe(message)
  })

  test('sends nothing while a field is invalid', async () => {
    const requests = fakeApi(fake(accountEndpoints.login, { ok: ann }))
    const { user } = openPage()
    await user.type(screen.getByLabelText('Email'), 'not an address')
    await user.click(screen.getByRole('button', { name: 'log in' }))
    expect(await screen.findByText(sayIssue(english, FIELD_TEXTS.email))).toBeDefined()
    expect(screen.getByText(sayIssue(english, FIELD_TEXTS.passwordRequired))).toBeDefined()
    expect(requests).not.toContain('POST /api/auth/login')
  })

  test('confirms the verification after the mailed link', async () => {
    fakeApi()
    openPage('/login?verified=true')
    expect(await screen.findByText('Your email has been verified. You can log in now.')).toBeDefined()
  })

  test('leads to the kept invitation before the page that required the login', async () => {
    fakeApi(fake(accountEndpoints.login, { ok: ann }))
    rememberReturnPath('/profile')
    keepInvitation({ invitation: 'HKPT46', league: 'Row F' })
    const { user, address } = openPage()
    await logIn(user)
    await waitFor(() => expect(address()).toBe('/join/HKPT46'))
  })

  test('leads to the show of the kept song', async () => {
    fakeApi(fake(accountEndpoints.login, { ok: ann }))
    keepSong({ showId: 12, venue: 'The Mill', songId: 3, songName: 'Bring the Ladder', set: 'set1', slot: 1 })
    const { user, address } = openPage()
    expect(screen.getByRole('heading', { name: 'save your picks for The Mill' })).toBeDefined()
    await logIn(user)
    await waitFor(() => expect(address()).toBe('/prediction/12'))
  })

  test.each([
    ['login', '/login', LoginPage],
    ['sign-up', '/registration-success', RegistrationSuccessPage],
    ['verification', '/verify-email', VerifyEmailPage],
  ])('goes on from %s once another tab has logged in and taken the path', async (_page, at, Page) => {
    let hasSession = false
    fakeApi(
      fake(currentUserEndpoints.getCurrentUser, () =>
        hasSession ? { ok: ann } : { error: 'not_logged_in' },
      ),
    )
    rememberReturnPath('/prediction/12')
    const { address, queryClient } = renderPage(<Page />, { at })
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.currentUser)).toBeNull())
    hasSession = true
    forgetReturnPath()
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await waitFor(() => expect(address()).toBe('/prediction/12'))
  })

  test('goes on where somebody is logged in already', async () => {
    fakeApi(loggedIn)
    rememberReturnPath('/prediction/12')
    const { address } = openPage('/login?verified=true')
    expect(await screen.findByText('Taking you on...')).toBeDefined()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await waitFor(() => expect(address()).toBe('/prediction/12'))
  })

  test('leads nobody else to the page of a session that ended', async () => {
    setDeviceOwner(ann.id + 1)
    rememberReturnPath('/profile')
    fakeApi(fake(accountEndpoints.login, { ok: ann }))
    const { user, address } = openPage()
    await logIn(user)
    await waitFor(() => expect(address()).toBe('/'))
    expect(keptReturnPath()).toBeNull()
  })

  function LogoutButton() {
    const logOut = useLogoutAndRedirect()
    return (
      <button type="button" onClick={logOut}>
        log out
      </button>
    )
  }

  test('offers to try again after a failed logout', async () => {
    const server = { isDown: true }
    fakeApi(
      fake(accountEndpoints.logout, () =>
        server.isDown ? { error: 'internal' } : { ok: { message: 'bye' } },
      ),
    )
    const { user, address } = renderPage(
      <Routes>
        <Route path="/" element={<LogoutButton />} />
        <Route path="/login" element={<LoginPage />} />
      </Routes>,
    )
    await user.click(screen.getByRole('button', { name: 'log out' }))
    const notice = await screen.findByText('You are still logged in on this device')
    expect(address()).toBe('/login')
    server.isDown = false
    await user.click(screen.getByRole('button', { name: 'try again' }))
    await waitFor(() => expect(notice.isConnected).toBe(false))
    expect(screen.getByText('Logged out')).toBeDefined()
  })
})
