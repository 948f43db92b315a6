import { accountEndpoints, type CurrentUser } from '@called-it/shared/contract/accounts'
import { type Site, siteEndpoints } from '@called-it/shared/contract/site'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, MemoryRouter, useParams } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../lib/live/deliver.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { takeReturnPath } from '../lib/return-path.ts'
import { userStorage } from '../lib/user-storage.ts'
import { Page } from '../ui/page.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { AppRoutes } from './router.tsx'
import { SessionWatch } from './session-watch.tsx'

vi.mock('../features/home/home-page.tsx', () => ({ HomePage: FakeHome }))
vi.mock('../features/leaderboard/leaderboard-page.tsx', () => ({ LeaderboardPage: BrokenPage }))
vi.mock('../features/my-predictions/my-predictions-page.tsx', () => ({
  MyPredictionsPage: () => <h1>my points</h1>,
}))
vi.mock('../features/accounts/login-page.tsx', () => ({ LoginPage: () => <h1>the login page</h1> }))
vi.mock('../features/accounts/register-page.tsx', () => ({ RegisterPage: () => <h1>register</h1> }))
vi.mock('../features/accounts/forgot-password-page.tsx', () => ({
  ForgotPasswordPage: () => <h1>forgot</h1>,
}))
vi.mock('../features/accounts/reset-password-page.tsx', () => ({ ResetPasswordPage: () => <FakeReset /> }))
vi.mock('../features/accounts/verify-email-page.tsx', () => ({ VerifyEmailPage: () => <h1>verify</h1> }))
vi.mock('../features/admin-scoring/admin-scoring-page.tsx', () => ({
  AdminScoringPage: () => <h1>score management</h1>,
}))
vi.mock('../features/admin-dashboard/admin-dashboard-page.tsx', () => ({
  AdminDashboardPage: () => <h1>dashboard</h1>,
}))
vi.mock('../features/test-tours/test-tours-page.tsx', () => ({ TestToursPage: () => <h1>test tours</h1> }))

/** Shows its show and an id that changes with each mount. */
function FakeHome() {
  const { showId } = useParams()
  const [instance] = useState(() => Math.random())
  return (
    <Page>
      <h1>{showId ? `picks for ${showId}` : 'no show'}</h1>
      <output>{instance}</output>
      <Link to="/prediction/12">pick</Link>
    </Page>
  )
}

function FakeReset() {
  return <h1>reset by {useParams().token ?? 'nothing'}</h1>
}

function BrokenPage(): never {
  throw new Error('a page that cannot be rendered')
}

const fan: CurrentUser = {
  id: 5,
  email: 'mo@example.org',
  display_name: 'Mo Okafor',
  avatar_path: null,
  is_admin: false,
  email_verified: true,
  created_at: '2025-01-01T00:00:00Z',
}

const site: Site = {
  product: 'Called It',
  band: { name: 'The Lantern Parade', shortName: 'the Parade' },
  songwriter: { name: 'Wren Alder', slug: 'wren' },
  dataSite: { name: 'lantern.example', url: null },
  texts: {
    welcomeTitle: 'w',
    welcomeText: 'w',
    upcomingTitle: 'u',
    overlayHeadline: 'o',
    kickstartLabel: 'k',
    kickstartMessage: 'k',
    footer: ['A fun side project, not affiliated with the band.'],
  },
}

/** The server's session; `isAdmin` is the result of the admin check. */
type Held = { user: CurrentUser | null; isAdmin?: boolean }

function renderApp(at: string, user: CurrentUser | null, held: Held = { user }) {
  fakeApi(
    fake(siteEndpoints.getSite, { ok: site }),
    fake(accountEndpoints.getCurrentUser, () => (held.user ? { ok: held.user } : { error: 'not_logged_in' })),
    fake(accountEndpoints.checkAdmin, () =>
      (held.isAdmin ?? held.user?.is_admin) ? { ok: { isAdmin: true as const } } : { error: 'not_allowed' },
    ),
    fake(accountEndpoints.logout, { ok: { message: 'bye' } }),
  )
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <SessionWatch />
        <AppRoutes />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('routes', () => {
  test.each(['/register', '/REGISTER/', '/Register'])('matches %s as the register page', async (at) => {
    renderApp(at, null)
    expect(await screen.findByRole('heading', { name: 'register' })).toBeTruthy()
  })

  test.each([
    ['/forgot-password', 'forgot'],
    ['/reset-password', 'reset by nothing'],
    ['/reset-password/', 'reset by nothing'],
    ['/reset-password/aBc', 'reset by aBc'],
    ['/verify-email', 'verify'],
    ['/verify-email/aBc', 'verify'],
  ])('matches %s as a page', async (at, name) => {
    renderApp(at, null)
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
  })

  test('shows 404 for an unknown path', async () => {
    renderApp('/nowhere/at/all', null)
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
    expect(document.title).toBe('404 Page Not Found · Called It')
  })

  test('keeps home mounted when a show is picked', async () => {
    renderApp('/', fan)
    await screen.findByRole('button', { name: 'account of Mo Okafor' })
    const instance = document.querySelector('output')?.textContent
    await userEvent.click(screen.getByRole('link', { name: 'pick' }))
    expect(await screen.findByRole('heading', { name: 'picks for 12' })).toBeTruthy()
    expect(document.querySelector('output')?.textContent).toBe(instance)
  })
})

describe('guards', () => {
  test("shows home's skeleton while the session is unknown", async () => {
    renderApp('/prediction/12', fan)
    expect(screen.getByTestId('builder-skeleton')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'picks for 12' })).toBeTruthy()
  })

  test('redirects a visitor to log in and keeps the return path', async () => {
    renderApp('/prediction/12/score?x=1', null)
    expect(await screen.findByRole('heading', { name: 'the login page' })).toBeTruthy()
    expect(takeReturnPath()).toBe('/prediction/12/score?x=1')
  })

  test('opens points and picks for a fan only, from the menu', async () => {
    const { unmount } = renderApp('/my-predictions', null)
    expect(await screen.findByRole('heading', { name: 'the login page' })).toBeTruthy()
    expect(takeReturnPath()).toBe('/my-predictions')
    unmount()
    renderApp('/', fan)
    await userEvent.click(await screen.findByRole('button', { name: 'account of Mo Okafor' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'points and picks' }))
    expect(await screen.findByRole('heading', { name: 'my points' })).toBeTruthy()
  })

  test('redirects a fan home from an admin page, with a toast', async () => {
    renderApp('/admin/scoring', fan)
    expect(await screen.findByRole('heading', { name: 'no show' })).toBeTruthy()
    expect(await screen.findByText('Access Denied')).toBeTruthy()
    expect(screen.getByText("You don't have admin privileges to access this page.")).toBeTruthy()
  })

  const admin = { ...fan, is_admin: true }

  test.each([
    ['/admin', 'dashboard'],
    ['/admin/scoring/', 'score management'],
    ['/Test-Tours', 'test tours'],
  ])('admits an admin to %s after the check', async (at, name) => {
    renderApp(at, admin)
    expect(screen.getByText('checking admin access...')).toBeTruthy()
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
  })

  test('redirects an admin home whose right has ended', async () => {
    renderApp('/admin', admin, { user: admin, isAdmin: false })
    expect(await screen.findByRole('heading', { name: 'no show' })).toBeTruthy()
    expect(await screen.findByText('Access Denied')).toBeTruthy()
  })

  test('closes an open admin page when the right ends, with a message', async () => {
    const held: Held = { user: admin }
    renderApp('/admin', admin, held)
    await screen.findByRole('heading', { name: 'dashboard' })
    held.user = fan
    act(() => deliver('session:revoked', { reason: 'rights' }))
    expect(await screen.findByText('Admin access required to view this page.')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'dashboard' })).toBeNull()
  })

  test('lists the dashboard in the menu of an admin', async () => {
    renderApp('/', admin)
    await userEvent.click(await screen.findByRole('button', { name: 'account of Mo Okafor' }))
    const entry = await screen.findByRole('menuitem', { name: 'admin' })
    expect(entry.getAttribute('href')).toBe('/admin')
  })
})

describe('shell', () => {
  test('offers a visitor to log in or sign up', async () => {
    renderApp('/', null)
    expect((await screen.findByRole('link', { name: 'log in' })).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'sign up' }).getAttribute('href')).toBe('/register')
    expect(await screen.findByText(/not affiliated with the band/)).toBeTruthy()
  })

  test('clears everything at logout and opens the login page', async () => {
    renderApp('/', fan)
    const account = await screen.findByRole('button', { name: 'account of Mo Okafor' })
    userStorage.setItem('draft', 'picks')
    await userEvent.click(account)
    expect(await screen.findByText('mo@example.org')).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'admin' })).toBeNull()
    await userEvent.click(screen.getByRole('menuitem', { name: 'log out' }))
    expect(await screen.findByRole('heading', { name: 'the login page' })).toBeTruthy()
    expect(screen.getByText('You have been logged out successfully.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'log in' })).toBeTruthy()
    expect(userStorage.getItem('draft')).toBeNull()
  })

  test('keeps the header when a page breaks', async () => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => {})
    renderApp('/leaderboard', null)
    expect(await screen.findByText('somebody tripped over a cable')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'back home' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'called it' }))
    expect(await screen.findByRole('heading', { name: 'no show' })).toBeTruthy()
    silenced.mockRestore()
  })

  test('moves the focus to a newly opened page', async () => {
    renderApp('/nowhere', null)
    await userEvent.click(await screen.findByRole('link', { name: 'back home' }))
    await screen.findByRole('heading', { name: 'no show' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })
})
