import { expect, type Page } from '@playwright/test'
import { pickNextShow } from './builder.ts'
import { DEMO_ADMIN, DEMO_FAN } from './people.ts'

type Visitor = 'visitor' | 'fan' | 'admin'

/** A screen in one of its states, over the demo's data. */
export type Screen = {
  /** Names its picture. */
  name: string
  as: Visitor
  path: string
  /** Resolves when everything that loads is there. */
  settle: (page: Page) => Promise<void>
  /** On a wide screen it is laid out in another way. */
  hasWideLayout?: boolean
  /** What the visitor then does to come into the state that is meant, which may move things. */
  act?: (page: Page) => Promise<void>
}

/** Whose account each kind of visitor logs in with. */
export const ACCOUNTS = { fan: DEMO_FAN, admin: DEMO_ADMIN } as const

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()

async function filledHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'pick setlist' }).first().waitFor()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}

async function filledDashboard(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'users' }).waitFor()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

/** Every screen that a visitor, a fan or an admin of the scores sees. A new page adds its own. */
export const screens: readonly Screen[] = [
  { name: 'home-visitor', hasWideLayout: true, as: 'visitor', path: '/', settle: filledHome },
  { name: 'home-fan', as: 'fan', path: '/', settle: filledHome },
  {
    name: 'builder',
    hasWideLayout: true,
    as: 'fan',
    path: '/',
    async settle(page) {
      await pickNextShow(page)
      await page.reload()
      await page.getByRole('list', { name: 'Set 1' }).waitFor()
    },
  },
  {
    name: 'builder-song-open',
    as: 'fan',
    path: '/',
    settle: filledHome,
    async act(page) {
      await pickNextShow(page)
      if (isPhone(page)) await page.getByRole('button', { name: 'add songs' }).click()
      await page.getByRole('region', { name: 'song list' }).getByRole('button').first().click()
      await page.getByRole('button', { name: /^S1 \(/ }).waitFor()
    },
  },
  {
    name: 'setlist-dialog',
    as: 'visitor',
    path: '/',
    settle: filledHome,
    async act(page) {
      await page.getByRole('button', { name: 'View Setlist' }).first().click()
      await page.getByRole('dialog').getByText(/Set 1/).waitFor()
    },
  },
  {
    name: 'account-menu',
    as: 'fan',
    path: '/nowhere',
    settle: (page) => page.getByRole('button', { name: /^account of/ }).waitFor(),
    async act(page) {
      await page.getByRole('button', { name: /^account of/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'scorecard',
    hasWideLayout: true,
    as: 'fan',
    path: '/my-predictions',
    settle: (page) => page.getByText('Total Score').waitFor(),
  },
  {
    name: 'picks',
    as: 'fan',
    path: '/my-predictions?tab=picks',
    settle: (page) => page.getByRole('button', { name: 'view picks' }).first().waitFor(),
  },
  {
    name: 'picks-dialog',
    as: 'fan',
    path: '/my-predictions?tab=picks',
    settle: (page) => page.getByRole('button', { name: 'view picks' }).first().waitFor(),
    async act(page) {
      await page.getByRole('button', { name: 'view picks' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'score',
    as: 'fan',
    path: '/my-predictions?tab=picks',
    async settle(page) {
      await page.getByRole('button', { name: 'score', exact: true }).first().click()
      // Arrived: the page is at its top. A reload on the way there would ask for the place of the page before.
      await page.getByRole('heading', { name: 'Score Breakdown' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Score Breakdown' }).waitFor()
    },
  },
  {
    name: 'tour-rankings',
    as: 'visitor',
    path: '/leaderboard?tab=tours',
    settle: (page) => page.getByRole('button', { name: /pick a tour/i }).waitFor(),
    async act(page) {
      await page.getByRole('button', { name: /pick a tour/i }).click()
      await page.getByRole('menuitem').first().click()
      await page.getByRole('row').nth(3).waitFor()
    },
  },
  {
    name: 'leaderboard',
    hasWideLayout: true,
    as: 'visitor',
    path: '/leaderboard',
    settle: (page) => page.getByRole('row').nth(3).waitFor(),
  },
  { name: 'login', as: 'visitor', path: '/login', settle: heading(/log in/i) },
  { name: 'register', as: 'visitor', path: '/register', settle: heading(/sign up|register|account/i) },
  {
    name: 'registration-success',
    as: 'visitor',
    path: '/registration-success?email=fan%40demo.example',
    settle: (page) => page.getByText('fan@demo.example').waitFor(),
  },
  {
    name: 'verify-email-unknown',
    as: 'visitor',
    path: '/verify-email/unknown',
    settle: (page) => page.getByRole('link', { name: 'Resend Verification' }).waitFor(),
  },
  {
    name: 'resend-verification',
    as: 'visitor',
    path: '/resend-verification',
    settle: (page) => page.getByLabel('Email').waitFor(),
  },
  {
    name: 'forgot-password',
    as: 'visitor',
    path: '/forgot-password',
    settle: (page) => page.getByLabel('Email').waitFor(),
  },
  {
    name: 'reset-password',
    as: 'visitor',
    path: '/reset-password/a-made-up-token',
    settle: (page) => page.getByLabel('New password', { exact: true }).waitFor(),
  },
  {
    name: 'reset-password-invalid',
    as: 'visitor',
    path: '/reset-password',
    settle: (page) => page.getByRole('link', { name: 'Request a new reset link' }).waitFor(),
  },
  {
    name: 'profile',
    as: 'fan',
    path: '/profile',
    settle: (page) => page.getByLabel('Display Name').waitFor(),
  },
  {
    name: 'profile-security',
    as: 'fan',
    path: '/profile?tab=security',
    settle: (page) => page.getByLabel('New Password', { exact: true }).waitFor(),
  },
  {
    name: 'profile-delete-dialog',
    as: 'fan',
    path: '/profile?tab=security',
    settle: (page) => page.getByLabel('New Password', { exact: true }).waitFor(),
    async act(page) {
      await page.getByRole('button', { name: 'delete my profile' }).click()
      await page.getByRole('dialog', { name: 'Delete your profile?' }).waitFor()
    },
  },
  {
    name: 'not-found',
    as: 'visitor',
    path: '/nowhere',
    settle: (page) => page.getByText('404 Page Not Found').waitFor(),
  },
  {
    name: 'admin-scoring',
    hasWideLayout: true,
    as: 'admin',
    path: '/admin/scoring',
    settle: (page) =>
      page
        .getByRole('button', { name: /Score Show|Rescore/ })
        .first()
        .waitFor(),
  },
  {
    name: 'admin-dashboard',
    hasWideLayout: true,
    as: 'admin',
    path: '/admin',
    settle: filledDashboard,
  },
  {
    name: 'admin-reset-dialog',
    as: 'admin',
    path: '/admin',
    settle: filledDashboard,
    async act(page) {
      await page.getByRole('button', { name: 'reset scores' }).click()
      await page.getByRole('alertdialog', { name: 'Are you absolutely sure?' }).waitFor()
    },
  },
  {
    name: 'admin-no-users',
    as: 'admin',
    path: '/admin',
    settle: filledDashboard,
    async act(page) {
      await page.getByRole('searchbox', { name: 'search users' }).fill('nobody is called this')
      await page.getByText('no users found').waitFor()
    },
  },
  {
    name: 'test-tours',
    as: 'admin',
    path: '/test-tours',
    settle: (page) => page.getByRole('button', { name: 'Fetch Tour 1 Shows' }).waitFor(),
    async act(page) {
      await page.getByRole('button', { name: 'Fetch Tour 1 Shows' }).click()
      await page
        .getByText(/^show id \d/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'admin-add-show',
    as: 'admin',
    path: '/admin/scoring',
    settle: (page) => page.getByRole('button', { name: 'add a show' }).waitFor(),
    async act(page) {
      await page.getByRole('button', { name: 'add a show' }).click()
      await page.getByRole('dialog', { name: 'add a show' }).waitFor()
    },
  },
  {
    name: 'setlist-desk',
    hasWideLayout: true,
    as: 'admin',
    path: '/admin/shows/1',
    settle: (page) => page.getByRole('combobox', { name: /^add a song to/ }).waitFor(),
  },
  {
    name: 'setlist-desk-search',
    as: 'admin',
    path: '/admin/shows/1',
    settle: (page) => page.getByRole('combobox', { name: /^add a song to/ }).waitFor(),
    async act(page) {
      await page.getByRole('combobox', { name: /^add a song to/ }).fill('a')
      await page.getByRole('option').first().waitFor()
    },
  },
]
