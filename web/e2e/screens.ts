import { expect, type Page } from '@playwright/test'
import { DEMO_ADMIN, DEMO_FAN } from './people.ts'

type Visitor = 'visitor' | 'fan' | 'admin'

/** A screen in one of its states, over the demo's data. */
export type Screen = {
  /** Names its picture. */
  name: string
  as: Visitor
  path: string
  /** Brings the page into the state that is meant, and resolves when all of it is there. */
  settle: (page: Page) => Promise<void>
}

/** Whose account each kind of visitor logs in with. */
export const ACCOUNTS = { fan: DEMO_FAN, admin: DEMO_ADMIN } as const

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()

async function filledHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'pick setlist' }).first().waitFor()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}

/** Every screen that a visitor, a fan or an admin of the scores sees. A new page adds its own. */
export const screens: readonly Screen[] = [
  { name: 'home-visitor', as: 'visitor', path: '/', settle: filledHome },
  { name: 'home-fan', as: 'fan', path: '/', settle: filledHome },
  {
    name: 'builder',
    as: 'fan',
    path: '/',
    async settle(page) {
      await filledHome(page)
      await page.getByRole('button', { name: 'pick setlist' }).first().click()
      await page.waitForURL(/\/prediction\/\d+$/)
      await page.getByRole('list', { name: 'Set 1' }).waitFor()
    },
  },
  {
    name: 'leaderboard',
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
    name: 'not-found',
    as: 'visitor',
    path: '/nowhere',
    settle: (page) => page.getByText('404 Page Not Found').waitFor(),
  },
  {
    name: 'admin-scoring',
    as: 'admin',
    path: '/admin/scoring',
    settle: (page) =>
      page
        .getByRole('button', { name: /Score Show|Rescore/ })
        .first()
        .waitFor(),
  },
]
