import { expect, type Page } from '@playwright/test'
import { accessScreens } from './access-screens.ts'
import { pickNextShow, rightEnd, songRows } from './builder.ts'
import { developerScreens } from './developer-screens.ts'
import { firstPickScreens } from './first-pick-screens.ts'
import { homeScreens } from './home-screens.ts'
import { leagueScreens } from './league-screens.ts'
import { notificationScreens } from './notification-screens.ts'
import { outlines } from './outlines.ts'
import { DEMO_ADMIN, DEMO_FAN } from './people.ts'
import { playerScreens } from './player-screens.ts'
import { reportScreens } from './report-screens.ts'
import {
  admin,
  expectLoaded,
  fan,
  invent,
  MADE_UP,
  opensBy,
  respond,
  type Screen,
  showsLabel,
  showsRole,
  showsText,
  visitor,
  WIDE,
} from './screen.ts'
import { seasonScreens } from './season-screens.ts'
import { setupScreens } from './setup-screens.ts'
import { goToFirstShow, showScreens } from './show-screens.ts'

export const ACCOUNTS = { fan: DEMO_FAN, admin: DEMO_ADMIN } as const

async function filledHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'pick setlist' }).first().waitFor()
  await expectLoaded(page)
}

async function filledDashboard(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'users' }).waitFor()
  await expectLoaded(page)
}

async function filledSystem(page: Page): Promise<void> {
  await page.getByRole('list', { name: /^workers/ }).waitFor()
  await expectLoaded(page)
}

async function filledPage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectLoaded(page)
}

async function openBuilder(page: Page): Promise<void> {
  await pickNextShow(page)
  await page.reload()
  await page.getByRole('list', { name: 'Set 1' }).waitFor()
  if (!isPhone(page)) await page.getByRole('region', { name: 'suggestions' }).getByRole('heading').waitFor()
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

async function openSong(page: Page): Promise<void> {
  await pickNextShow(page)
  if (isPhone(page)) await page.getByRole('button', { name: 'add songs' }).click()
  // They sort the list anew, and make a row narrower.
  await page.locator('ul[data-chances]').waitFor()
  const row = songRows(page).first().getByRole('button', { expanded: false })
  await expect(async () => row.click({ position: await rightEnd(row), timeout: 1_000 })).toPass()
  await page.getByRole('button', { name: /^S1 \(/ }).waitFor()
}

async function openScore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'score', exact: true }).first().click()
  // Not earlier: a reload during the navigation would restore the scroll position of the previous page.
  await page.getByRole('heading', { name: 'Score Breakdown' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Score Breakdown' }).waitFor()
}

const openLiveEditor = async (page: Page) => {
  await goToFirstShow(page, 'upcoming', '/live')
  await page
    .getByText(/^The first song can be entered from/)
    .or(page.getByText('tap what they play'))
    .waitFor()
  await expectLoaded(page)
}
async function openMostPlayedSong(page: Page): Promise<void> {
  const { songs } = await (await page.request.get('/api/songs/all')).json()
  songs.sort((a: Plays, b: Plays) => b.times_played - a.times_played)
  await page.goto(`/songs/${songs[0].id}`)
  await page.getByRole('region', { name: 'plays by year' }).waitFor()
}
/** A response of many years, so that the chart is as dense as it gets. */
async function openSongOfManyYears(page: Page): Promise<void> {
  await invent(page, '**/api/songs/1', async (route) => {
    const song = await (await route.fetch()).json()
    const years = Array.from({ length: 42 }, (_, index) => ({
      year: 1985 + index,
      plays: (index * 37) % 131,
    }))
    const gaps = Array.from({ length: 90 }, (_, index) => (index * 7) % (index % 9 === 0 ? 400 : 23))
    const sets = ['set1', 'set2', 'encore', 'further'].map((set, index) => ({
      set,
      plays: 1_200 - 390 * index,
    }))
    await route.fulfill({ json: { ...song, years, gaps, sets } })
  })
  await page.goto('/songs/1')
  await page.getByRole('region', { name: 'plays by year' }).waitFor()
}
type Plays = { times_played: number }

async function pickTour(page: Page): Promise<void> {
  await page.getByRole('button', { name: /pick a tour/i }).click()
  await page.getByRole('menuitem').first().click()
  await page.getByRole('row').nth(3).waitFor()
}

async function searchNobody(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'search users' }).fill('nobody is called this')
  await page.getByText('no users found').waitFor()
}

async function searchSong(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^add a song to/ }).fill('a')
  await page.getByRole('option').first().waitFor()
}

/** The picks of the next show are open. */
async function openEditorOfNextShow(page: Page): Promise<void> {
  const upcoming: { shows: { id: number }[] } = await (await page.request.get('/api/shows/upcoming')).json()
  await page.goto(`/admin/shows/${upcoming.shows[0]?.id}`)
  await editor(page)
}

async function searchTarget(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Merge into...' }).fill('a')
  await page.getByRole('list', { name: 'songs to merge into' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'what would change?' }).click()
  await page.getByRole('button', { name: /^merge (now|and score)/ }).waitFor()
}

async function deleteAfterOldLogin(page: Page): Promise<void> {
  const json = { code: 'reauthentication_required', message: '' }
  await page.route('**/api/auth/delete-profile', (route) => route.fulfill({ status: 403, json }))
  await opensBy('delete my profile', question)(page)
  await page.getByRole('button', { name: 'Delete my profile' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openEmailLink(page: Page): Promise<void> {
  const open = { isOpen: true, code: '482913', needsName: true }
  await respond(page, { '/api/auth/links/a-token/look': open })
  await page.goto('/link/a-token')
  await page.getByText(open.code).waitFor()
}

const board = (page: Page) => page.getByRole('row').nth(3).waitFor()
const picks = showsRole('button', 'view picks')
const security = showsLabel('New Password')
const editor = showsRole('combobox', /^add a song to/)
const song = showsRole('heading', 'about this song')
const scoring = showsRole('button', /Score Show|Rescore/)

const FETCH_SHOWS = 'Fetch Tour 1 Shows'
const setlistDialog = (page: Page) => page.getByRole('dialog').getByText(/Set 1/)
const menu = (page: Page) => page.getByRole('menu')
const question = (page: Page) => page.getByRole('alertdialog')
const testShows = (page: Page) => page.getByText(/^show id \d/)

/** Every screen of a visitor, a fan and an admin; a new page adds its own. */
export const screens: readonly Screen[] = [
  ...playerScreens,
  ...leagueScreens,
  ...reportScreens,
  ...developerScreens,
  ...accessScreens,
  ...notificationScreens,
  ...showScreens,
  visitor('setlist-dialog', '/', filledHome, { act: opensBy('View Setlist', setlistDialog) }),
  visitor('tour-rankings', '/leaderboard?tab=tours', showsRole('button', /pick a tour/i), { act: pickTour }),
  visitor('show-rankings', '/leaderboard?tab=shows', board),
  visitor('leaderboard', '/leaderboard', board, { ...WIDE, outline: outlines.leaderboard }),
  visitor('machine', '/machine', filledPage, WIDE),
  visitor('privacy', '/privacy', showsRole('heading', 'privacy')),
  visitor('terms', '/terms', showsRole('heading', 'terms')),
  visitor('above-expectation', '/above-expectation', filledPage, WIDE),
  ...seasonScreens,
  ...setupScreens,
  visitor('song', '/', openMostPlayedSong, WIDE),
  visitor('song-many-years', '/', openSongOfManyYears, MADE_UP),
  visitor('song-unknown', '/songs/0', showsText('There is no such song.')),
  visitor('login', '/login', showsRole('heading', /log in/i)),
  visitor('register', '/register', showsRole('heading', /sign up|register|account/i)),
  visitor(
    'registration-success',
    '/registration-success?email=ana.koval%40gmail.com',
    showsText('ana.koval@gmail.com'),
  ),
  visitor('signed-in', '/signed-in', showsText('The sign-in did not work.')),
  visitor('link-sent', '/link-sent?email=ana.koval%40gmail.com', showsLabel('Code')),
  visitor('email-link', '/link/a-token', openEmailLink, MADE_UP),
  visitor('email-link-gone', '/link/unknown', showsRole('link', 'get a new link')),
  visitor('verify-email-unknown', '/verify-email/unknown', showsRole('link', 'Resend Verification')),
  visitor('resend-verification', '/resend-verification', showsLabel('Email')),
  visitor('forgot-password', '/forgot-password', showsLabel('Email')),
  visitor('reset-password', '/reset-password/an-unknown-token', showsLabel('New password')),
  visitor('reset-password-invalid', '/reset-password', showsRole('link', 'Request a new reset link')),
  visitor('not-found', '/nowhere', showsText('404 Page Not Found')),

  fan('home-fan', '/', filledHome),
  fan('builder', '/', openBuilder, WIDE),
  fan('builder-song-open', '/', filledHome, { act: openSong }),
  fan('account-menu', '/nowhere', showsRole('button', /^account of/), { act: opensBy(/^account of/, menu) }),
  fan('scorecard', '/my-predictions', showsText('Total Score'), WIDE),
  fan('picks', '/my-predictions?tab=picks', picks, { outline: outlines.picks }),
  fan('history', '/my-predictions?tab=history', showsRole('link', /: rank \d/), WIDE),
  fan('picks-dialog', '/my-predictions?tab=picks', picks, { act: opensBy('view picks') }),
  fan('score', '/my-predictions?tab=picks', openScore, { outline: outlines.score }),
  fan('share-dialog', '/my-predictions?tab=picks', openScore, {
    act: opensBy('share'),
    outline: outlines.shareDialog,
  }),
  fan('notifications', '/notifications', filledPage, { ...WIDE, outline: outlines.notifications }),
  fan('profile', '/profile', showsLabel('Display Name'), { outline: outlines.profile }),
  fan('profile-security', '/profile?tab=security', security),
  fan('profile-delete-dialog', '/profile?tab=security', security, {
    act: opensBy('delete my profile', question),
  }),
  fan('reauthentication', '/profile?tab=security', security, { act: deleteAfterOldLogin, ...MADE_UP }),

  admin('admin-scoring', '/admin/scoring', scoring, WIDE),
  admin('admin-add-show', '/admin/scoring', showsRole('button', 'add a show'), {
    act: opensBy('add a show'),
  }),
  admin('admin-dashboard', '/admin', filledDashboard, {
    ...WIDE,
    outline: outlines.adminDashboard,
    wideOutline: outlines.adminDashboardWide,
  }),
  admin('admin-reset-dialog', '/admin', filledDashboard, { act: opensBy('reset scores', question) }),
  admin('admin-system', '/admin/system', filledSystem, WIDE),
  admin('admin-audit', '/admin/audit', showsRole('table', 'audit log'), WIDE),
  admin('admin-settings', '/admin/settings', showsRole('heading', 'sign-in elsewhere'), WIDE),
  admin('admin-settings-accounts', '/admin/settings#accounts', showsLabel('most leagues per fan'), WIDE),
  admin('admin-backups', '/admin/backups', showsRole('button', 'back up now'), WIDE),
  admin('admin-no-users', '/admin', filledDashboard, { act: searchNobody }),
  admin('test-tours', '/test-tours', showsRole('button', FETCH_SHOWS), {
    act: opensBy(FETCH_SHOWS, testShows),
  }),
  admin('admin-songs', '/admin/songs', showsRole('table', 'songs'), WIDE),
  admin('admin-song', '/admin/songs/1', song, WIDE),
  admin('admin-song-merge', '/admin/songs/1', song, { act: searchTarget }),
  admin('setlist-editor', '/admin/shows/1', editor, WIDE),
  admin('setlist-editor-search', '/admin/shows/1', editor, { act: searchSong }),
  admin('live-editor-next-show', '/', openLiveEditor, WIDE),
  admin('setlist-editor-open-show', '/admin/scoring', openEditorOfNextShow, WIDE),
  admin('setlist-editor-cancel-dialog', '/admin/scoring', openEditorOfNextShow, {
    act: opensBy('cancel the show'),
  }),
  // They leave a kept song and a draft behind.
  ...firstPickScreens,
  ...homeScreens,
]
