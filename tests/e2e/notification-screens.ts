import type { Page } from '@playwright/test'
import { outlines } from './outlines.ts'
import { expectLoaded, fan, invent, type Screen, visitor, WIDE } from './screen.ts'

const UNSUBSCRIBE_PATH = `/unsubscribe/${'a'.repeat(22)}/final-score`

/** With a time zone; the browser's own is UTC, which is none. */
async function openSettings(page: Page): Promise<void> {
  await invent(page, '**/api/users/current/notification-settings', async (route) => {
    const settings = await (await route.fetch()).json()
    await route.fulfill({ json: { ...settings, time_zone: 'America/Argentina/Buenos_Aires' } })
  })
  await page.goto('/notifications/settings')
  await page.getByRole('table', { name: 'my shows' }).waitFor()
  await page.getByRole('heading', { name: 'quiet hours' }).waitFor()
  await expectLoaded(page)
}

async function openUnsubscription(page: Page): Promise<void> {
  // No mail has this token.
  await invent(page, '**/api/unsubscribe/**', (route) =>
    route.fulfill({ json: { title: 'your final score', is_on: route.request().method() === 'GET' } }),
  )
  await page.goto(UNSUBSCRIBE_PATH)
  await page.getByRole('button', { name: 'stop these mails' }).waitFor()
}

async function unsubscribe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'stop these mails' }).click()
  await page.getByText('No more mails about').waitFor()
}

const unknown = (page: Page) => page.getByText('This link no longer works.').waitFor()

export const notificationScreens: readonly Screen[] = [
  fan('notification-settings', '/', openSettings, { ...WIDE, outline: outlines.notificationSettings }),
  visitor('unsubscribe-unknown', UNSUBSCRIBE_PATH, unknown),
  visitor('unsubscribe', '/', openUnsubscription, { act: unsubscribe }),
]
