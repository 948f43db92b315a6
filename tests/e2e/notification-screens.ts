import type { Page } from '@playwright/test'
import { expectLoaded, type Screen } from './screen.ts'
import { fakeUnsubscription, UNSUBSCRIBE_PATH } from './unsubscribe.ts'

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'what reaches you where' }).waitFor()
  await page.getByRole('heading', { name: 'quiet hours' }).waitFor()
  await expectLoaded(page)
}

async function openUnsubscription(page: Page): Promise<void> {
  await fakeUnsubscription(page)
  await page.goto(UNSUBSCRIBE_PATH)
  await page.getByRole('button', { name: 'send me no more of these mails' }).waitFor()
}

async function unsubscribe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'send me no more of these mails' }).click()
  await page.getByText('You get no mails about').waitFor()
  await page.unrouteAll()
}

const page = { as: 'visitor', path: UNSUBSCRIBE_PATH } as const

export const notificationScreens: readonly Screen[] = [
  {
    name: 'notification-settings',
    as: 'fan',
    path: '/notifications/settings',
    settle: openSettings,
    hasWideLayout: true,
  },
  {
    ...page,
    name: 'unsubscribe-unknown',
    settle: (page) => page.getByText('This link is not valid any more.').waitFor(),
  },
  { ...page, path: '/', name: 'unsubscribe', settle: openUnsubscription, act: unsubscribe },
]
