import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { type CurrentUser, currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { reauthenticationEndpoints } from '@called-it/shared/contract/reauthentication'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { ann, site } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setRestoring } from '../lib/account/restoring.ts'
import { keptReturnPath } from '../lib/account/return-path.ts'
import { clearUserData, userStorage } from '../lib/account/user-storage.ts'
import { deliver } from '../lib/events/deliver.ts'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toast.ts'
import { AppRoutes, PAGES, type Pages } from './router.tsx'
import { SessionWatch } from './session-watch.tsx'

const PASSKEY = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
}
vi.mock('../lib/account/passkey.ts', () => ({ askForPasskey: async () => PASSKEY }))

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

/** Shows its name and the parameters of its path. */
function fakePage(name: string) {
  return function FakePage() {
    const { '*': _, ...params } = useParams()
    return <h1>{[name, ...Object.values(params)].join(' ')}</h1>
  }
}

function BrokenPage(): never {
  throw new Error('a page that cannot be rendered')
}

beforeEach(() => {
  localStorage.clear()
  clearUserData()
})

const fakePages: Pages = {
  ...PAGES,
  ...Object.fromEntries(Object.keys(PAGES).map((name) => [name, fakePage(name)])),
  home: FakeHome,
  leaderboard: BrokenPage,
}

const FOREVER = Number.POSITIVE_INFINITY
const admin = { ...ann, is_admin: true }

/** `isAdmin` is the result of the server's check. */
function openApp(at: string, user: CurrentUser | null, isAdmin = user?.is_admin, ...routes: FakeRoute[]) {
  fakeApi(
    ...routes,
    fake(siteEndpoints.getSite, { ok: site }),
    fake(currentUserEndpoints.getCurrentUser, user ? { ok: user } : { error: 'not_logged_in' }),
    fake(currentUserEndpoints.checkAdmin, isAdmin ? { ok: { isAdmin: true } } : { error: 'not_allowed' }),
    fake(accountEndpoints.logout, { ok: { message: 'bye' } }),
  )
  return renderPage(
    <>
      <SessionWatch />
      <AppRoutes pages={fakePages} />
    </>,
    { at },
  )
}

const accountButton = () => screen.findByRole('button', { name: 'account of Ann Alder' })

describe('routes', () => {
  test.each([
    ['/Register/', 'register'],
    ['/SHOWS/12/', 'show 12'],
    ['/Shows/12/Proof/', 'proof 12'],
    ['/shows/12/replay', 'replay 12'],
    ['/Shows/12/Practice/', 'practice 12'],
    ['/practice', 'practiceShows'],
    ['/songs/12-owl-hours', 'song 12-owl-hours'],
    ['/Songs/12-a%2Fb/', 'song 12-a/b'],
    ['/Players/12/', 'player 12'],
    ['/S/aBc', 'share aBc'],
    ['/Tours/3/season/', 'season 3'],
    ['/Machine/', 'machine'],
    ['/privacy/', 'privacy'],
    ['/ABOVE-expectation', 'aboveExpectation'],
    ['/JOIN/hkPT46/', 'invitation hkPT46'],
    ['/Unsubscribe/aBc/final-score/', 'unsubscribe aBc final-score'],
    ['/forgot-password', 'forgotPassword'],
    ['/reset-password', 'resetPassword'],
    ['/reset-password/aBc', 'resetPassword aBc'],
    ['/change-address/aBc', 'changeAddress aBc'],
    ['/link-sent', 'linkSent'],
    ['/link/aBc', 'emailLink aBc'],
    ['/verify-email', 'verifyEmail'],
    ['/verify-email/aBc', 'verifyEmail aBc'],
  ])('matches %s as a page', async (at, name) => {
    openApp(at, null)
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
  })

  test('shows 404 for an unknown path', async () => {
    openApp('/nowhere/at/all', null)
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
    expect(document.title).toBe('404 Page Not Found · Called It')
  })

  test('keeps home mounted when a show is picked', async () => {
    const { user } = openApp('/', ann)
    await accountButton()
    const instance = document.querySelector('output')?.textContent
    await user.click(screen.getByRole('link', { name: 'pick' }))
    expect(await screen.findByRole('heading', { name: 'picks for 12' })).toBeTruthy()
    expect(document.querySelector('output')?.textContent).toBe(instance)
  })
})

describe('guards', () => {
  test("shows home's skeleton while the session is unknown", async () => {
    openApp('/prediction/12', ann)
    expect(screen.getByTestId('builder-skeleton')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'picks for 12' })).toBeTruthy()
  })

  test.each([
    ['/admin', 'admin'],
    ['/admin/scoring/', 'adminScoring'],
    ['/Test-Tours', 'testTours'],
    ['/Admin/People', 'adminPeople'],
    ['/Admin/System/', 'adminSystem'],
    ['/Admin/Audit', 'adminAudit'],
    ['/Admin/Setup', 'adminSetup'],
    ['/Admin/Settings', 'adminSettings'],
    ['/Admin/Backups', 'adminBackups'],
    ['/Admin/Reports', 'adminReports'],
    ['/Admin/Webhooks', 'adminWebhooks'],
    ['/Admin/Songs/', 'adminSongs'],
    ['/admin/SONGS/5', 'adminSong 5'],
  ])('admits an admin to %s after the check', async (at, name) => {
    openApp(at, admin)
    expect(screen.getByText('checking admin access...')).toBeTruthy()
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
  })

  test.each([
    '/admin/songs',
    '/admin/songs/5',
    '/admin/people',
    '/admin/system',
    '/admin/audit',
    '/admin/settings',
    '/admin/backups',
    '/admin/setup',
    '/admin/reports',
  ])('sends a fan away from %s', async (at) => {
    openApp(at, ann)
    expect(await screen.findByRole('heading', { name: 'no show' })).toBeTruthy()
    expect(await screen.findByText('Access Denied')).toBeTruthy()
  })

  test.each([
    ['/shows/12/live', { ...ann, is_live_operator: true }],
    ['/SHOWS/12/Live/', admin],
  ])('admits operators to %s', async (at, operator) => {
    openApp(at, operator)
    expect(await screen.findByRole('heading', { name: 'liveEditor 12' })).toBeTruthy()
  })

  test.each([
    ['/Notifications/', 'notifications'],
    ['/Notifications/Settings/', 'notificationSettings'],
    ['/Leagues/', 'leagues'],
    ['/leagues/4', 'league 4'],
    ['/Profile/Keys/', 'apiKeys'],
    ['/Profile/Access/', 'access'],
  ])('opens %s for fans only', async (at, name) => {
    const { unmount } = openApp(at, ann)
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
    unmount()
    openApp(at, null)
    expect(await screen.findByRole('heading', { name: 'login' })).toBeTruthy()
    expect(keptReturnPath()).toEqual({ path: at, userId: ann.id })
  })

  test('remembers no page after a logout, in this tab or another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { user } = openApp('/notifications', ann)
    await user.click(await accountButton())
    await user.click(await screen.findByRole('menuitem', { name: /log ?out/i }))
    expect(await screen.findByRole('heading', { name: 'login' })).toBeTruthy()
    expect(keptReturnPath()).toBeNull()
    cleanup()
    openApp('/profile', ann)
    await screen.findByRole('heading', { name: 'profile' })
    const otherTab = new BroadcastChannel('called-it:session')
    otherTab.postMessage('logout')
    otherTab.close()
    await screen.findByText(/Redirecting to login/)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByRole('heading', { name: 'login' })).toBeTruthy()
    expect(keptReturnPath()).toBeNull()
  })

  test('remembers the page of a session that ended together with its user', async () => {
    let isOver = false
    openApp(
      '/notifications',
      ann,
      false,
      fake(currentUserEndpoints.getCurrentUser, () => (isOver ? { error: 'not_logged_in' } : { ok: ann })),
    )
    await screen.findByRole('heading', { name: 'notifications' })
    isOver = true
    act(() => deliver('session:revoked', { reason: 'ended' }))
    expect(await screen.findByRole('heading', { name: 'login' })).toBeTruthy()
    expect(keptReturnPath()).toEqual({ path: '/notifications', userId: ann.id })
  })

  test('keeps the page of an admin whose session ends with a restore', async () => {
    let isOver = false
    const session = fake(currentUserEndpoints.getCurrentUser, () =>
      isOver ? { error: 'not_logged_in' } : { ok: admin },
    )
    openApp('/admin/backups', admin, true, session)
    await screen.findByRole('heading', { name: 'adminBackups' })
    isOver = true
    act(() => setRestoring(true))
    act(() => deliver('session:revoked', { reason: 'ended' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^account of/ })).toBeNull())
    expect(screen.getByRole('heading', { name: 'adminBackups' })).toBeTruthy()
    act(() => setRestoring(false))
    expect(await screen.findByRole('heading', { name: 'login' })).toBeTruthy()
  })

  test('sends a fan away from the live editor, and a live operator from admin pages', async () => {
    const { unmount } = openApp('/shows/12/live', ann)
    expect(await screen.findByText('Access Denied')).toBeTruthy()
    const reason = "You don't have live operator privileges to access this page."
    expect(screen.getByText(reason)).toBeTruthy()
    unmount()
    const { address } = openApp('/admin/songs', { ...ann, is_live_operator: true })
    await waitFor(() => expect(address()).toBe('/'))
  })

  test.each([
    ['/admin/songs', 'your admin rights rest until you use a passkey', 'adminSongs'],
    ['/shows/12/live', 'your live operator rights rest until you use a passkey', 'liveEditor 12'],
  ])('says at %s that the rights rest, and opens it once a passkey was used', async (at, title, page) => {
    let user: CurrentUser = { ...ann, rights_rest: true, has_passkey: true }
    const use = fake(reauthenticationEndpoints.reauthenticate, () => {
      user = { ...user, is_admin: true, rights_rest: false }
      return { ok: { message: 'yes' } }
    })
    const me = fake(currentUserEndpoints.getCurrentUser, () => ({ ok: user }))
    const { user: fan } = openApp(at, user, true, me, use)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'to my passkeys' }).getAttribute('href')).toBe('/profile/access')
    await fan.click(screen.getByRole('button', { name: 'use my passkey' }))
    expect(await screen.findByRole('heading', { name: page })).toBeTruthy()
    expect(use.bodies).toEqual([{ passkey: PASSKEY }])
  })

  test('ends the live editor at once when the right is withdrawn', async () => {
    let user = { ...ann, is_live_operator: true }
    openApp(
      '/shows/12/live',
      user,
      false,
      fake(currentUserEndpoints.getCurrentUser, () => ({ ok: user })),
    )
    await screen.findByRole('heading', { name: 'liveEditor 12' })
    user = ann
    act(() => deliver('session:revoked', { reason: 'rights' }))
    expect(await screen.findByText('Live operator access required to view this page.')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'liveEditor 12' })).toBeNull()
  })

  test('redirects an admin home whose right has ended', async () => {
    openApp('/admin', admin, false)
    expect(await screen.findByRole('heading', { name: 'no show' })).toBeTruthy()
    expect(await screen.findByText('Access Denied')).toBeTruthy()
  })
})

describe('profile: route', () => {
  const REDIRECT_MESSAGE = 'You need to be logged in to access this page. Redirecting to login...'

  test('shows a visitor why before redirecting to log in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { address } = openApp('/profile?tab=security', null)
    expect((await screen.findByText(REDIRECT_MESSAGE)).getAttribute('role')).toBe('status')
    expect(screen.queryByRole('heading', { name: 'login' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await expect.poll(address).toBe('/login')
    expect(keptReturnPath()?.path).toBe('/profile?tab=security')
  })

  test('shows a spinner while the session is unknown', async () => {
    openApp('/profile', ann)
    expect(screen.getByText('loading...')).toBeDefined()
    expect(screen.queryByText(REDIRECT_MESSAGE)).toBeNull()
    expect(await screen.findByRole('heading', { name: 'profile' })).toBeDefined()
  })
})

describe('header and shell', () => {
  test('lists the pages of an admin in the menu, the profile first', async () => {
    const { user } = openApp('/nowhere', admin)
    await user.click(await accountButton())
    await screen.findByRole('menuitem', { name: 'profile' })
    expect(textsOf(screen, 'menuitem')).toEqual([
      'profile',
      'points and picks',
      'leaderboard',
      'leagues',
      'admin',
      'log out',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'profile' }))
    expect(await screen.findByRole('heading', { name: 'profile' })).toBeDefined()
  })

  test('links a fan to the notifications, and no visitor', async () => {
    const { unmount } = openApp('/nowhere', ann)
    expect(await screen.findByRole('link', { name: 'notifications' })).toBeTruthy()
    unmount()
    openApp('/nowhere', null)
    await screen.findByRole('link', { name: 'log in' })
    expect(screen.queryByRole('link', { name: 'notifications' })).toBeNull()
  })

  test('clears everything at logout and opens the login page', async () => {
    const { user } = openApp('/', ann)
    const account = await accountButton()
    userStorage.setItem('draft', 'picks')
    await user.click(account)
    expect(await screen.findByText('ann@example.test')).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'admin' })).toBeNull()
    await user.click(screen.getByRole('menuitem', { name: 'log out' }))
    expect(await screen.findByRole('heading', { name: 'login' })).toBeTruthy()
    expect(screen.getByText('You have been logged out successfully.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'log in' })).toBeTruthy()
    expect(userStorage.getItem('draft')).toBeNull()
  })

  test('leaves a failure behind on the page that it speaks of', async () => {
    const { user } = openApp('/', null)
    // It does not end by itself.
    act(() => toast({ title: 'Failed to save prediction', variant: 'destructive', durationMs: FOREVER }))
    expect(await screen.findByText('Failed to save prediction')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'pick' }))
    await waitFor(() => expect(screen.queryByText('Failed to save prediction')).toBeNull())
  })

  test('shows U in the header for a user without a name', async () => {
    openApp('/', { ...ann, display_name: '' })
    const account = await screen.findByRole('button', { name: /^account of/ })
    expect(account.textContent).toMatch(/U$/)
  })

  test('says on the login page why a logout failed', async () => {
    const { user } = openApp('/', ann, false, fake(accountEndpoints.logout, { error: 'too_many_requests' }))
    await user.click(await accountButton())
    await user.click(await screen.findByRole('menuitem', { name: 'log out' }))
    expect(await screen.findByRole('heading', { name: 'login' })).toBeTruthy()
    expect(screen.getByText('Logout failed')).toBeTruthy()
    expect(screen.getByText('Failed to logout. Please try again.')).toBeTruthy()
    expect(screen.getByText('Too many tries. Please wait a moment.')).toBeTruthy()
  })

  test('keeps the header when a page breaks', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp('/leaderboard', null)
    expect(await screen.findByText('somebody tripped over a cable')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'back home' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'called it' }))
    expect(await screen.findByRole('heading', { name: 'no show' })).toBeTruthy()
  })

  test('moves the focus to a newly opened page', async () => {
    const { user } = openApp('/nowhere', null)
    await user.click(await screen.findByRole('link', { name: 'back home' }))
    await screen.findByRole('heading', { name: 'no show' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })
})
