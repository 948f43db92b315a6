import { accountEndpoints, type CurrentUser } from '@called-it/shared/contract/accounts'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { ann, site } from '@called-it/tests/support/web/home-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../lib/live/deliver.ts'
import { takeReturnPath } from '../lib/return-path.ts'
import { AppRoutes } from './router.tsx'
import { SessionWatch } from './session-watch.tsx'

vi.mock('../features/home/home-page.tsx', () => ({ HomePage: () => <h1>home</h1> }))
vi.mock('../features/accounts/profile-page.tsx', () => ({ ProfilePage: () => <h1>my profile</h1> }))
vi.mock('../features/accounts/login-page.tsx', () => ({ LoginPage: () => <h1>the login page</h1> }))

const REDIRECT_MESSAGE = 'You need to be logged in to access this page. Redirecting to login...'

function serve(user: CurrentUser | null): void {
  fakeApi(
    fake(siteEndpoints.getSite, { ok: site }),
    fake(accountEndpoints.getCurrentUser, user ? { ok: user } : { error: 'not_logged_in' }),
  )
}

function openApp(at: string, user: CurrentUser | null) {
  serve(user)
  return renderPage(
    <>
      <SessionWatch />
      <AppRoutes />
    </>,
    { at },
  )
}

const loginPage = () => screen.queryByRole('heading', { name: 'the login page' })

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('profile route', () => {
  test('tells a visitor why, then redirects to log in', async () => {
    const { address } = openApp('/profile?tab=security', null)
    expect((await screen.findByText(REDIRECT_MESSAGE)).getAttribute('role')).toBe('status')
    expect(loginPage()).toBeNull()
    await wait(2_000)
    await expect.poll(address).toBe('/login')
    expect(takeReturnPath()).toBe('/profile?tab=security')
  })

  test('shows a spinner while the session is unknown', async () => {
    openApp('/profile', ann)
    expect(screen.getByText('loading...')).toBeDefined()
    expect(screen.queryByText(REDIRECT_MESSAGE)).toBeNull()
    expect(await screen.findByRole('heading', { name: 'my profile' })).toBeDefined()
  })

  test('closes the page after a logout in another tab', async () => {
    const { address } = openApp('/profile', ann)
    await screen.findByRole('heading', { name: 'my profile' })
    serve(null)
    act(() => deliver('session:revoked', { reason: 'logout' }))
    expect(await screen.findByText(REDIRECT_MESSAGE)).toBeDefined()
    await wait(2_000)
    await expect.poll(address).toBe('/login')
  })

  test('lists the profile first in the menu', async () => {
    vi.useRealTimers()
    const { user } = openApp('/nowhere', { ...ann, is_admin: true })
    await user.click(await screen.findByRole('button', { name: 'account of Ann Alder' }))
    await screen.findByRole('menuitem', { name: 'profile' })
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'profile',
      'points and picks',
      'leaderboard',
      'admin',
      'log out',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'profile' }))
    expect(await screen.findByRole('heading', { name: 'my profile' })).toBeDefined()
  })
})
