import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { ann, loggedIn } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useLogin, useLogout } from '../lib/account/login.ts'
import { useCurrentUser } from '../lib/account/session.ts'
import { userStorage } from '../lib/account/user-storage.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { deliver } from '../lib/events/deliver.ts'
import { SessionWatch } from './session-watch.tsx'

let otherTab: BroadcastChannel
beforeEach(() => {
  otherTab = new BroadcastChannel('called-it:session')
})
afterEach(() => otherTab.close())

function Account() {
  const { user } = useCurrentUser()
  const login = useLogin()
  const logout = useLogout()
  return (
    <>
      <p>{user ? user.display_name : 'nobody'}</p>
      <button type="button" onClick={() => login.mutate({ email: ann.email, password: 'a long password' })}>
        log in
      </button>
      <button type="button" onClick={() => logout.mutate()}>
        log out
      </button>
    </>
  )
}

function openTab() {
  const server = { isLoggedIn: false }
  fakeApi(
    fake(currentUserEndpoints.getCurrentUser, () =>
      server.isLoggedIn ? { ok: ann } : { error: 'not_logged_in' },
    ),
    fake(accountEndpoints.login, { ok: ann }),
    fake(accountEndpoints.logout, { ok: { message: 'bye' } }),
  )
  const { user } = renderPage(
    <>
      <SessionWatch />
      <Account />
    </>,
  )
  return { server, user }
}

const nextMessage = () =>
  new Promise<unknown>((resolve) => {
    otherTab.onmessage = ({ data }) => resolve(data)
  })

describe('tab of a browser', () => {
  test('follows a login and a logout of another tab', async () => {
    const { server } = openTab()
    await screen.findByText('nobody')
    server.isLoggedIn = true
    act(() => otherTab.postMessage('login'))
    await screen.findByText(ann.display_name)

    userStorage.setItem('draft', 'picks')
    act(() => otherTab.postMessage('logout'))
    await screen.findByText('nobody')
    expect(userStorage.getItem('draft')).toBeNull()
  })

  test('announces a login and a logout to the other tabs', async () => {
    const { user } = openTab()
    const login = nextMessage()
    await user.click(screen.getByRole('button', { name: 'log in' }))
    expect(await login).toBe('login')
    const logout = nextMessage()
    await user.click(screen.getByRole('button', { name: 'log out' }))
    expect(await logout).toBe('logout')
  })
})

describe('end of a session', () => {
  test('says that the session has ended, but not when it continues under a new id', async () => {
    const requests = fakeApi(loggedIn)
    renderPage(
      <>
        <SessionWatch />
        <Account />
      </>,
    )
    await screen.findByText('Ann Alder')
    act(() => deliver('session:revoked', { reason: 'renewed' }))
    expect(screen.queryByText('Logged out')).toBeNull()
    expect(requests).toHaveLength(1)
    act(() => deliver('session:revoked', { reason: 'password' }))
    expect(await screen.findByText('Logged out')).toBeDefined()
    await expect.poll(() => requests).toEqual(['GET /api/auth/me', 'HEAD /', 'GET /api/auth/me'])
  })

  test('asks for the user after the end of a session only if there is another one', async () => {
    const requests = fakeApi(loggedIn)
    const { queryClient } = renderPage(<SessionWatch />)
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.currentUser)).toMatchObject({ id: 7 }))
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    const setCookie = vi.spyOn(document, 'cookie', 'set')
    act(() => deliver('session:revoked', { reason: 'ended' }))
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.currentUser)).toBeNull())
    expect(requests).toEqual(['GET /api/auth/me', 'HEAD /'])
    expect(setCookie.mock.calls[0]).toEqual(['called_it_session=1; path=/; max-age=0'])
  })
})
