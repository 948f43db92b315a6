import { createECDH, randomBytes } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { linkMailedTo } from './mailbox.ts'
import { becomeNewFan, DEMO_ADMIN, logInByRequest, openBrowser } from './people.ts'

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 375, height: 812 },
  timezoneId: 'Europe/Berlin',
})

const PUSH_SERVICE = 'https://push.example'

/**
 * Headless Chromium reaches no push service: `subscribe` rejects with "permission denied" in a context without a
 * profile, and was still pending after 50 s with one. The rest of the page and of the worker is its own.
 */
async function fakePushService(page: Page): Promise<void> {
  const subscriber = createECDH('prime256v1')
  const device = {
    endpoint: `${PUSH_SERVICE}/${randomBytes(16).toString('hex')}`,
    keys: {
      p256dh: subscriber.generateKeys('base64url', 'uncompressed'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
  await page.addInitScript((json) => {
    const stored = 'fake-push'
    const subscription = {
      endpoint: json.endpoint,
      toJSON: () => json,
      unsubscribe: async () => {
        localStorage.removeItem(stored)
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem(stored) ? subscription : null),
      subscribe: async () => {
        localStorage.setItem(stored, 'on')
        return subscription
      },
    })
  }, device)
}

/** The registration of the page's service worker. */
async function registrationId(session: CDPSession): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return registered
}

const shownPushes = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, data }))
  })

test('keeps the choices, and shows a push on a device that turned them on', async ({
  page,
  context,
  watchConsole,
}) => {
  watchConsole(page)
  await context.grantPermissions(['notifications'])
  await fakePushService(page)
  await becomeNewFan(page, 'Nora Notified')
  await page.goto('/notifications')
  await page.getByRole('link', { name: 'notification settings' }).click()

  await test.step('keeps choices and quiet hours over an immediate reload', async () => {
    const mail = page.getByRole('checkbox', { name: 'a correction: email' })
    await expect(mail).not.toBeChecked()
    await mail.click()
    await page.getByRole('checkbox', { name: 'notices: email' }).click()
    await page.getByRole('combobox', { name: 'quiet from' }).selectOption('22:00')
    await page.reload()
    await expect(mail).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'notices: email' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'quiet from' })).toHaveValue('22')
  })

  await test.step('turns pushes on, which binds the device', async () => {
    await page.getByRole('button', { name: 'turn pushes on here' }).click()
    await expect(page.getByRole('button', { name: 'turn pushes off here' })).toBeVisible()
    await expect(page.getByText('1 device', { exact: true })).toBeVisible()
  })

  await test.step('shows a push', async () => {
    const session = await context.newCDPSession(page)
    const { origin } = new URL(page.url())
    const shown = { title: '34 points, #3 of 20', body: 'Harborview Hall, Jul 4.' }
    const notification = { ...shown, navigate: `${origin}/notifications` }
    await session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: await registrationId(session),
      data: JSON.stringify({ web_push: 8030, notification }),
    })
    await expect.poll(() => shownPushes(page)).toEqual([{ ...shown, data: '/notifications' }])
  })

  await test.step('ends the subscription at the logout', async () => {
    const removed = page.waitForResponse('**/push-subscriptions/remove')
    await page.getByRole('button', { name: 'account of Nora Notified' }).click()
    await page.getByRole('menuitem', { name: 'log out' }).click()
    expect(await (await removed).json()).toEqual({ devices: 0 })
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('fake-push'))).toBeNull()
  })
})

test('turns one kind of mails off by one press on the mailed link', async ({
  page,
  browser,
  watchConsole,
}) => {
  watchConsole(page)
  const fan = await becomeNewFan(page, 'Una Unsubscribed')
  const notices = page.getByRole('checkbox', { name: 'notices: email' })

  await test.step('turns the mails on', async () => {
    await page.goto('/notifications/settings')
    await expect(notices).not.toBeChecked()
    const saved = page.waitForResponse('**/notification-settings/choice')
    await notices.click()
    expect((await saved).ok()).toBe(true)
  })

  await test.step('covers no name of a channel at twice the text size', async () => {
    const covered = await page.locator('tbody td').evaluateAll((cells) => {
      document.documentElement.style.fontSize = '200%'
      return cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length
    })
    expect(covered).toBe(0)
  })

  const link = await test.step('gets the mail of a notice', async () => {
    const admin = await openBrowser(browser, watchConsole)
    await logInByRequest(admin, DEMO_ADMIN)
    const data = { text: 'doors open an hour earlier' }
    await expect(await admin.request.post('/api/admin/notices', { data })).toBeOK()
    return linkMailedTo(fan.email, /^\/unsubscribe\//)
  })

  await test.step('turns them off without a login', async () => {
    const visitor = await openBrowser(browser, watchConsole)
    await visitor.goto(link)
    await visitor.getByRole('button', { name: 'stop these mails' }).click()
    const left = visitor.getByRole('status').getByText('No more mails about notices.')
    await expect(left).toBeVisible()
    await visitor.getByRole('link', { name: 'notification settings' }).click()
    await visitor.waitForURL('**/login')
  })

  await test.step('shows this kind off, and the others as they were', async () => {
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'my final score: email' })).toBeChecked()
    await expect(notices).not.toBeChecked()
  })
})
