import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ann, loggedIn } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emitLiveEvent } from '../lib/live/event-listeners.ts'
import { useCurrentUser, useLogin, useLogout } from '../lib/session.ts'
import { userStorage } from '../lib/user-storage.ts'
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
    fake(accountEndpoints.getCurrentUser, () =>
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

describe('tabs of one browser', () => {
  test('follow a login and a logout of another tab', async () => {
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

  test('are informed of a login and a logout of this tab', async () => {
    const { user } = openTab()
    const login = nextMessage()
    await user.click(screen.getByRole('button', { name: 'log in' }))
    expect(await login).toBe('login')
    const logout = nextMessage()
    await user.click(screen.getByRole('button', { name: 'log out' }))
    expect(await logout).toBe('logout')
  })
})

test('says that the session has ended, but not when it continues under a new id', async () => {
  const requests = fakeApi(loggedIn)
  renderPage(
    <>
      <SessionWatch />
      <Account />
    </>,
  )
  await screen.findByText('Ann Alder')
  act(() => emitLiveEvent('session:revoked', { reason: 'renewed' }))
  expect(screen.queryByText('Logged out')).toBeNull()
  expect(requests).toHaveLength(1)
  act(() => emitLiveEvent('session:revoked', { reason: 'password' }))
  expect(await screen.findByText('Logged out')).toBeDefined()
  await expect.poll(() => requests.length).toBe(2)
})
