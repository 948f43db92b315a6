import type { Page } from '@playwright/test'
import { admin, expectLoaded, fan, respond, type Screen, WIDE, WIDE_MADE_UP } from './screen.ts'

const LONG = 'an unbroken-name-that-goes-on-and-on-and'

/** Responses with more of everything than a page should ever have. */
async function openManyReports(page: Page): Promise<void> {
  const at = '2026-01-01T00:00:00Z'
  const reported = Array.from({ length: 100 }, (_, index) => ({
    kind: ['name', 'image', 'league'][index % 3],
    id: index + 1,
    name: index % 2 ? LONG : 'Bo',
    avatar_path: null,
    reports: 1 + index * 7,
    first_at: at,
    notes: Array.from({ length: index % 11 }, () => 'a very long note, '.repeat(20)),
  }))
  const suspended = Array.from({ length: 200 }, (_, index) => ({
    user_id: index + 1,
    display_name: LONG,
    reason: 'x'.repeat(200),
    suspended_at: at,
    suspended_by: index % 2 ? LONG : null,
  }))
  const words = Array.from({ length: 300 }, (_, index) => `word${'y'.repeat(index % 37)}`)
  await respond(page, {
    '/api/admin/reports': { reported },
    '/api/admin/suspended': { suspended },
    '/api/admin/blocked-words': { words: [...new Set(words)] },
  })
  await page.goto('/admin/people')
  await page
    .getByRole('button', { name: /^lift the suspension/ })
    .last()
    .waitFor()
}

async function openOtherPlayer(page: Page): Promise<void> {
  const { id } = await (await page.request.get('/api/auth/me')).json()
  const { leaderboard } = await (await page.request.get('/api/leaderboard')).json()
  const other = leaderboard.find(({ userId }: { userId: number }) => userId !== id)
  await page.goto(`/players/${other.userId}`)
  await page.getByRole('button', { name: 'report' }).waitFor()
}

async function openDialog(page: Page, opener: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: opener }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function nothingReported(page: Page): Promise<void> {
  await page.getByText('nothing is reported').waitFor()
  await expectLoaded(page)
}

export const reportScreens: readonly Screen[] = [
  fan('report-dialog', '/', openOtherPlayer, { act: (page) => openDialog(page, 'report') }),
  admin('admin-reports', '/admin/people', nothingReported, WIDE),
  admin('admin-reports-many', '/admin/people', openManyReports, WIDE_MADE_UP),
  admin('admin-suspend-dialog', '/admin/people', openManyReports, {
    act: (page) => openDialog(page, /^suspend:/),
  }),
]
