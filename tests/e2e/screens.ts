import { expect, type Locator, type Page } from '@playwright/test'
import { pickNextShow, rightEnd, songRows } from './builder.ts'
import { keyScreens } from './key-screens.ts'
import { leagueScreens } from './league-screens.ts'
import { notificationScreens } from './notification-screens.ts'
import { DEMO_ADMIN, DEMO_FAN } from './people.ts'
import { playerScreens } from './player-screens.ts'
import { reportScreens } from './report-screens.ts'
import { expectLoaded, type Screen } from './screen.ts'
import { seasonScreens } from './season-screens.ts'
import { webhookScreens } from './webhook-screens.ts'

export const ACCOUNTS = { fan: DEMO_FAN, admin: DEMO_ADMIN } as const

type Role = 'button' | 'heading' | 'link' | 'combobox'

const showsRole = (role: Role, name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().waitFor()
const showsLabel = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).waitFor()
const showsText = (text: string) => (page: Page) => page.getByText(text).waitFor()

/** Clicks the first button of this name, then waits for what it opens. */
const opensBy =
  (name: string | RegExp, opened: (page: Page) => Locator = (page) => page.getByRole('dialog')) =>
  async (page: Page) => {
    await page.getByRole('button', { name }).first().click()
    await opened(page).first().waitFor()
  }

/** The rows around the fan are read while they are in view. */
export async function expectShowLoaded(page: Page): Promise<void> {
  const around = page.getByRole('heading', { name: 'around me' })
  await expect(async () => {
    if (await around.isVisible()) await around.scrollIntoViewIfNeeded()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))
}

async function filledHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'pick setlist' }).first().waitFor()
  await expectLoaded(page)
}

async function filledDashboard(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'users' }).waitFor()
  await expectLoaded(page)
}

async function listedNotifications(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'notifications', level: 1 }).waitFor()
  await expectLoaded(page)
}

async function openedBoard(page: Page): Promise<void> {
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
  const row = songRows(page).first().getByRole('button', { expanded: false })
  await row.click({ position: await rightEnd(row) })
  await page.getByRole('button', { name: /^S1 \(/ }).waitFor()
}

async function openScore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'score', exact: true }).first().click()
  // Not earlier: a reload during the navigation would restore the scroll position of the previous page.
  await page.getByRole('heading', { name: 'Score Breakdown' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Score Breakdown' }).waitFor()
}

/** A show's id is not known before. */
const goToFirstShow = async (page: Page, list: string, subpage = '') => {
  const { shows } = await (await page.request.get(`/api/shows/${list}`)).json()
  await page.goto(`/shows/${shows[0].id}${subpage}`)
}
const opensShow = (list: string, settled: (page: Page) => Locator) => async (page: Page) => {
  await goToFirstShow(page, list)
  await settled(page).waitFor()
  await expectShowLoaded(page)
}
const openProof = (list: string, text: string) => async (page: Page) => {
  await goToFirstShow(page, list, '/proof')
  await page.getByText(text).waitFor()
}
const openLiveEditor = async (page: Page) => {
  await goToFirstShow(page, 'upcoming', '/live')
  await page
    .getByText(/^The first song can be entered from/)
    .or(page.getByText('tap what they play'))
    .waitFor()
  await expectLoaded(page)
}
const openNextShow = opensShow('upcoming', (page) => page.getByRole('link', { name: 'pick setlist' }))
const openPlayedShow = opensShow('recent/multiple', (page) =>
  page.getByRole('region', { name: 'most picked songs' }),
)

const openReplay = (page: Page) => openLastScored(page, 'replay')
const openPractice = (page: Page) => openLastScored(page, 'practice')

async function openLastScored(page: Page, part: 'replay' | 'practice'): Promise<void> {
  const { shows } = await (await page.request.get('/api/shows/recent/multiple')).json()
  await page.goto(`/shows/${shows[1].id}/${part}${part === 'replay' ? '?song=9' : ''}`)
  await page
    .getByRole('slider')
    .or(page.getByRole('region', { name: 'song list' }))
    .waitFor()
}

async function openMostPlayedSong(page: Page): Promise<void> {
  const { songs } = await (await page.request.get('/api/songs/all')).json()
  songs.sort((a: Plays, b: Plays) => b.times_played - a.times_played)
  await page.goto(`/songs/${songs[0].id}`)
  await page.getByRole('region', { name: 'plays by year' }).waitFor()
}
/** A response of many years, so that the chart is as dense as it gets. */
async function openSongOfManyYears(page: Page): Promise<void> {
  await page.route('**/api/songs/1', async (route) => {
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

/** The fan's card, shared by the request of the dialog. */
async function openSharedCard(page: Page): Promise<void> {
  const { shows } = await (await page.request.get('/api/shows/recent/multiple')).json()
  const shared = await page.request.put(`/api/users/current/shows/${shows[1].id}/share`)
  await page.goto(`/s/${(await shared.json()).token}`)
  await page.getByRole('link', { name: 'make your own picks' }).waitFor()
  await expectLoaded(page)
}

async function openCrowdedSharedCard(page: Page): Promise<void> {
  await page.route('**/api/shares/*', async (route) => {
    const card = await (await route.fetch()).json()
    const result = { ...card.result, total: 285, rank: 888_888, players: 1_000_000, machine: 0 }
    await route.fulfill({ json: { ...card, name: 'W'.repeat(40), result } })
  })
  await openSharedCard(page)
}

async function submitPractice(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'song list' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'submit' }).click()
  await page.getByRole('slider').press('End')
}

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

const board = (page: Page) => page.getByRole('row').nth(3).waitFor()
const picks = showsRole('button', 'view picks')
const security = showsLabel('New Password')
const editor = showsRole('combobox', /^add a song to/)
const song = showsRole('heading', 'about this song')
const scoring = showsRole('button', /Score Show|Rescore/)

/** Every screen of a visitor, a fan and an admin; a new page adds its own. */
export const screens: readonly Screen[] = [
  ...playerScreens,
  ...leagueScreens,
  ...reportScreens,
  ...keyScreens,
  ...webhookScreens,
  ...notificationScreens,
  { name: 'home-visitor', as: 'visitor', path: '/', settle: filledHome, hasWideLayout: true },
  {
    name: 'setlist-dialog',
    as: 'visitor',
    path: '/',
    settle: filledHome,
    act: opensBy('View Setlist', (page) => page.getByRole('dialog').getByText(/Set 1/)),
  },
  {
    name: 'tour-rankings',
    as: 'visitor',
    path: '/leaderboard?tab=tours',
    settle: showsRole('button', /pick a tour/i),
    act: pickTour,
  },
  { name: 'show-rankings', as: 'visitor', path: '/leaderboard?tab=shows', settle: board },
  { name: 'leaderboard', as: 'visitor', path: '/leaderboard', settle: board, hasWideLayout: true },
  { name: 'machine', as: 'visitor', path: '/machine', settle: openedBoard, hasWideLayout: true },
  {
    name: 'above-expectation',
    as: 'visitor',
    path: '/above-expectation',
    settle: openedBoard,
    hasWideLayout: true,
  },
  ...seasonScreens,
  { name: 'show-open', as: 'visitor', path: '/', settle: openNextShow, hasWideLayout: true },
  { name: 'show-played', as: 'visitor', path: '/', settle: openPlayedShow, hasWideLayout: true },
  {
    name: 'show-picks',
    as: 'visitor',
    path: '/',
    settle: openPlayedShow,
    act: opensBy("see everybody's picks", (page) => page.getByRole('list', { name: "everybody's picks" })),
  },
  {
    name: 'proof-none',
    as: 'visitor',
    path: '/',
    settle: openProof('recent/multiple', 'There is no root for this show.'),
    hasWideLayout: true,
  },
  { name: 'proof-open', as: 'visitor', path: '/', settle: openProof('upcoming', 'Picks are still open.') },
  {
    name: 'proof-unknown',
    as: 'visitor',
    path: '/shows/0/proof',
    settle: showsText('There is no such show.'),
  },
  { name: 'replay', as: 'visitor', path: '/', settle: openReplay, hasWideLayout: true },
  {
    name: 'practice-shows',
    as: 'visitor',
    path: '/practice',
    settle: showsRole('button', 'any show'),
    hasWideLayout: true,
  },
  { name: 'practice', as: 'visitor', path: '/', settle: openPractice, hasWideLayout: true },
  { name: 'practice-played', as: 'visitor', path: '/', settle: openPractice, act: submitPractice },
  { name: 'song', as: 'visitor', path: '/', settle: openMostPlayedSong, hasWideLayout: true },
  { name: 'song-many-years', as: 'visitor', path: '/', settle: openSongOfManyYears, isMadeUp: true },
  { name: 'song-unknown', as: 'visitor', path: '/songs/0', settle: showsText('There is no such song.') },
  { name: 'show-unknown', as: 'visitor', path: '/shows/0', settle: showsText('There is no such show.') },
  {
    name: 'shared-card-unknown',
    as: 'visitor',
    path: `/s/${'a'.repeat(22)}`,
    settle: showsText('There is no such card.'),
  },
  { name: 'login', as: 'visitor', path: '/login', settle: showsRole('heading', /log in/i) },
  {
    name: 'register',
    as: 'visitor',
    path: '/register',
    settle: showsRole('heading', /sign up|register|account/i),
  },
  {
    name: 'registration-success',
    as: 'visitor',
    path: '/registration-success?email=fan%40demo.example',
    settle: showsText('fan@demo.example'),
  },
  {
    name: 'verify-email-unknown',
    as: 'visitor',
    path: '/verify-email/unknown',
    settle: showsRole('link', 'Resend Verification'),
  },
  { name: 'resend-verification', as: 'visitor', path: '/resend-verification', settle: showsLabel('Email') },
  { name: 'forgot-password', as: 'visitor', path: '/forgot-password', settle: showsLabel('Email') },
  {
    name: 'reset-password',
    as: 'visitor',
    path: '/reset-password/an-unknown-token',
    settle: showsLabel('New password'),
  },
  {
    name: 'reset-password-invalid',
    as: 'visitor',
    path: '/reset-password',
    settle: showsRole('link', 'Request a new reset link'),
  },
  { name: 'not-found', as: 'visitor', path: '/nowhere', settle: showsText('404 Page Not Found') },

  { name: 'home-fan', as: 'fan', path: '/', settle: filledHome },
  { name: 'builder', as: 'fan', path: '/', settle: openBuilder, hasWideLayout: true },
  { name: 'builder-song-open', as: 'fan', path: '/', settle: filledHome, act: openSong },
  {
    name: 'account-menu',
    as: 'fan',
    path: '/nowhere',
    settle: showsRole('button', /^account of/),
    act: opensBy(/^account of/, (page) => page.getByRole('menu')),
  },
  {
    name: 'scorecard',
    as: 'fan',
    path: '/my-predictions',
    settle: showsText('Total Score'),
    hasWideLayout: true,
  },
  { name: 'show-own-card', as: 'fan', path: '/', settle: openPlayedShow, hasWideLayout: true },
  { name: 'shared-card', as: 'fan', path: '/', settle: openSharedCard, hasWideLayout: true },
  {
    name: 'shared-card-crowded',
    as: 'fan',
    path: '/',
    settle: openCrowdedSharedCard,
    isMadeUp: true,
    hasWideLayout: true,
  },
  { name: 'replay-own-card', as: 'fan', path: '/', settle: openReplay, hasWideLayout: true },
  { name: 'picks', as: 'fan', path: '/my-predictions?tab=picks', settle: picks },
  {
    name: 'history',
    as: 'fan',
    path: '/my-predictions?tab=history',
    settle: (page) =>
      page
        .getByRole('link', { name: /: rank \d/ })
        .first()
        .waitFor(),
    hasWideLayout: true,
  },
  {
    name: 'picks-dialog',
    as: 'fan',
    path: '/my-predictions?tab=picks',
    settle: picks,
    act: opensBy('view picks'),
  },
  { name: 'score', as: 'fan', path: '/my-predictions?tab=picks', settle: openScore },
  {
    name: 'share-dialog',
    as: 'fan',
    path: '/my-predictions?tab=picks',
    settle: openScore,
    act: opensBy('share'),
  },
  {
    name: 'notifications',
    as: 'fan',
    path: '/notifications',
    settle: listedNotifications,
    hasWideLayout: true,
  },
  { name: 'profile', as: 'fan', path: '/profile', settle: showsLabel('Display Name') },
  { name: 'profile-security', as: 'fan', path: '/profile?tab=security', settle: security },
  {
    name: 'profile-delete-dialog',
    as: 'fan',
    path: '/profile?tab=security',
    settle: security,
    act: opensBy('delete my profile'),
  },

  { name: 'admin-scoring', as: 'admin', path: '/admin/scoring', settle: scoring, hasWideLayout: true },
  {
    name: 'admin-add-show',
    as: 'admin',
    path: '/admin/scoring',
    settle: showsRole('button', 'add a show'),
    act: opensBy('add a show'),
  },
  { name: 'admin-dashboard', as: 'admin', path: '/admin', settle: filledDashboard, hasWideLayout: true },
  {
    name: 'admin-reset-dialog',
    as: 'admin',
    path: '/admin',
    settle: filledDashboard,
    act: opensBy('reset scores', (page) => page.getByRole('alertdialog')),
  },
  { name: 'admin-no-users', as: 'admin', path: '/admin', settle: filledDashboard, act: searchNobody },
  {
    name: 'test-tours',
    as: 'admin',
    path: '/test-tours',
    settle: showsRole('button', 'Fetch Tour 1 Shows'),
    act: opensBy('Fetch Tour 1 Shows', (page) => page.getByText(/^show id \d/)),
  },
  {
    name: 'admin-songs',
    as: 'admin',
    path: '/admin/songs',
    settle: (page) => page.getByRole('table', { name: 'songs' }).waitFor(),
    hasWideLayout: true,
  },
  {
    name: 'admin-song',
    as: 'admin',
    path: '/admin/songs/1',
    settle: song,
    hasWideLayout: true,
  },
  { name: 'admin-song-merge', as: 'admin', path: '/admin/songs/1', settle: song, act: searchTarget },
  { name: 'setlist-editor', as: 'admin', path: '/admin/shows/1', settle: editor, hasWideLayout: true },
  { name: 'setlist-editor-search', as: 'admin', path: '/admin/shows/1', settle: editor, act: searchSong },
  { name: 'live-editor-next-show', as: 'admin', path: '/', settle: openLiveEditor, hasWideLayout: true },
  {
    name: 'setlist-editor-open-show',
    as: 'admin',
    path: '/admin/scoring',
    settle: openEditorOfNextShow,
    hasWideLayout: true,
  },
  {
    name: 'setlist-editor-cancel-dialog',
    as: 'admin',
    path: '/admin/scoring',
    settle: openEditorOfNextShow,
    act: opensBy('cancel the show', (page) => page.getByRole('dialog')),
  },
]
