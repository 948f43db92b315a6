import {
  type NotificationSettings,
  notificationSettingsEndpoints,
} from '@called-it/shared/contract/notification-settings'
import { ANNOUNCEMENT_KINDS } from '@called-it/shared/notifications/kinds'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { fakePush, stubNavigator } from '@called-it/tests/support/web/fake-push'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { NotificationSettingsPage } from './settings-page.tsx'

const {
  getNotificationSettings,
  setNotificationChoice,
  setNotificationTimes,
  subscribeToPush,
  removePushSubscription,
  listDevices,
  removeDevice,
} = notificationSettingsEndpoints

const saved = (changed: Partial<NotificationSettings> = {}): NotificationSettings => ({
  choices: ANNOUNCEMENT_KINDS.map((kind) => ({ kind, page: true, push: true, mail: false })),
  ...{ time_zone: 'Europe/Berlin', quiet_from: 23, quiet_until: 8, push_key: 'B-key', devices: 0 },
  ...changed,
})
const changedChoice = z.object({ kind: z.string(), channel: z.string(), is_on: z.boolean() })
const settings = fake(getNotificationSettings, () => ({ ok: saved() }))
const boxOf = (name: string) => screen.findByRole('checkbox', { name })
const mailOfScore = () => boxOf('my final score: email')

describe('notification settings', () => {
  test('sends a choice, and shows it at once', async () => {
    const choice = fake(setNotificationChoice, () => new Promise<never>(() => {}))
    fakeApi(settings, choice)
    const { user } = renderPage(<NotificationSettingsPage />)
    await user.click(await mailOfScore())
    await waitFor(() =>
      expect(choice.bodies).toEqual([{ choices: [{ kind: 'final-score', channel: 'mail', is_on: true }] }]),
    )
    expect(await mailOfScore()).toHaveProperty('checked', true)
  })

  test('writes the three kinds of a row together', async () => {
    const choice = fake(setNotificationChoice, () => new Promise<never>(() => {}))
    fakeApi(settings, choice)
    const { user } = renderPage(<NotificationSettingsPage />)
    await user.click(await boxOf('new time, reopened, cancelled: push'))
    const off = { channel: 'push', is_on: false }
    const kinds = ['lock-moved', 'picks-reopened', 'show-cancelled']
    await waitFor(() => expect(choice.bodies).toEqual([{ choices: kinds.map((kind) => ({ kind, ...off })) }]))
  })

  test('turns a choice back that could not be saved, and says so', async () => {
    fakeApi(settings, fake(setNotificationChoice, { error: 'internal' }))
    const { user } = renderPage(<NotificationSettingsPage />)
    await user.click(await mailOfScore())
    expect(await screen.findByText('The setting was not saved')).toBeTruthy()
    await waitFor(async () => expect(await mailOfScore()).toHaveProperty('checked', false))
  })

  test('sends what waits when the page goes', async () => {
    const choice = fake(setNotificationChoice, () => new Promise<never>(() => {}))
    fakeApi(settings, choice)
    const { user } = renderPage(<NotificationSettingsPage />)
    for (const name of ['my final score: email', 'first song: push', 'notices: email']) {
      await user.click(await boxOf(name))
    }
    expect(choice.bodies).toHaveLength(1)
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() =>
      expect(choice.bodies[1]).toEqual({
        choices: [
          { kind: 'first-song', channel: 'push', is_on: false },
          { kind: 'admin-notice', channel: 'mail', is_on: true },
        ],
      }),
    )
  })

  test.each([
    ['all', ANNOUNCEMENT_KINDS.length],
    ['important', 6],
    ['none', 0],
  ])('sets the preset %s for every kind', async (name, pushes) => {
    let { choices } = saved()
    fakeApi(
      fake(getNotificationSettings, () => ({ ok: saved({ choices }) })),
      fake(setNotificationChoice, ({ body }) => {
        for (const { kind, channel, is_on } of z.object({ choices: z.array(changedChoice) }).parse(body)
          .choices) {
          choices = choices.map((held) => (held.kind === kind ? { ...held, [channel]: is_on } : held))
        }
        return { ok: saved({ choices }) }
      }),
    )
    const { user } = renderPage(<NotificationSettingsPage />)
    const preset = await screen.findByRole('button', { name })
    expect(preset.getAttribute('aria-pressed')).toBe('false')
    await user.click(preset)
    await waitFor(() => expect(preset.getAttribute('aria-pressed')).toBe('true'))
    await waitFor(() => expect(choices.filter(({ push }) => push)).toHaveLength(pushes))
    expect(choices.every(({ page }) => page === (name !== 'none'))).toBe(true)
  })

  test('leaves out kinds of a newer release', async () => {
    const choices = [{ kind: 'of-a-newer-release', page: true, push: true, mail: true }]
    fakeApi(fake(getNotificationSettings, { ok: saved({ choices: [...choices, ...saved().choices] }) }))
    renderPage(<NotificationSettingsPage />)
    await mailOfScore()
    expect(screen.getAllByRole('checkbox')).toHaveLength(3 * 8)
  })

  test('offers another try when the settings cannot be loaded', async () => {
    fakeApi(failOnce(getNotificationSettings, { ok: saved() }))
    const { user } = renderPage(<NotificationSettingsPage />)
    await user.click(await screen.findByRole('button', { name: /try again/i }))
    expect(await mailOfScore()).toBeTruthy()
  })
})

describe('quiet hours', () => {
  const hours = async (label: string) => screen.findByRole<HTMLSelectElement>('combobox', { name: label })

  test('keeps a second change when the first one fails', async () => {
    const first = Promise.withResolvers<{ error: 'internal' }>()
    const responses = [first.promise, new Promise<never>(() => {})]
    const times = fake(setNotificationTimes, () => responses.shift() ?? { error: 'internal' })
    fakeApi(settings, times)
    const { user } = renderPage(<NotificationSettingsPage />)
    await user.selectOptions(await hours('quiet from'), '22')
    await user.selectOptions(await hours('quiet until'), '9')
    first.resolve({ error: 'internal' })
    expect(await screen.findByText('The setting was not saved')).toBeTruthy()
    await waitFor(() => expect(times.bodies[1]).toMatchObject({ quiet_from: 22, quiet_until: 9 }))
    expect((await hours('quiet from')).value).toBe('22')
    expect((await hours('quiet until')).value).toBe('9')
  })

  test('saves a known time zone only', async () => {
    const times = fake(setNotificationTimes, ({ body }) => ({ ok: { ...saved(), ...Object(body) } }))
    fakeApi(settings, times)
    const { user } = renderPage(<NotificationSettingsPage />)
    const zone = await screen.findByRole('combobox', { name: 'time zone' })
    await user.clear(zone)
    await user.type(zone, 'America/Nowhere{Enter}')
    expect(screen.getByText('Choose a time zone from the list.')).toBeTruthy()
    await user.clear(zone)
    await user.type(zone, 'America/New_York {Enter}')
    await waitFor(() => expect(times.bodies).toHaveLength(1))
    expect(times.bodies).toMatchObject([{ time_zone: 'America/New_York', quiet_from: 23 }])
  })

  test('waits for a time zone where the device names none', async () => {
    fakeApi(fake(getNotificationSettings, { ok: saved({ time_zone: null }) }))
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.DateTimeFormat('en').resolvedOptions(),
      timeZone: 'UTC',
    })
    renderPage(<NotificationSettingsPage />)
    expect((await hours('quiet from')).disabled).toBe(true)
  })
})

describe('device', () => {
  const device = (id: number, host: string, is_this = false) => ({
    ...{ id, host, is_this },
    added_at: '2026-01-02T12:00:00Z',
  })

  test('is listed with browser, host and date, and removed alone', async () => {
    const { device: here } = fakePush({ isOn: true })
    const phone = device(1, 'web.push.apple.com')
    let devices = [phone, device(2, 'fcm.googleapis.com', true)]
    fakeApi(
      settings,
      fake(listDevices, () => ({ ok: { devices } })),
      fake(removeDevice, () => {
        devices = [phone]
        return { ok: { devices } }
      }),
    )
    const { user } = renderPage(<NotificationSettingsPage />)
    expect(await screen.findByText('Safari')).toBeTruthy()
    expect(screen.getByText(/^web\.push\.apple\.com · added Jan 2/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^remove Chrome.*this device/ }))
    await waitFor(() => expect(screen.queryByText(/, this device$/)).toBeNull())
    expect(screen.getByText('Safari')).toBeTruthy()
    // The browser's own subscription ends with it.
    expect(here.unsubscribes).toBe(1)
    expect(await screen.findByRole('button', { name: 'turn pushes on here' })).toBeTruthy()
  })
})

describe('pushes on this device', () => {
  const on = () => screen.findByRole('button', { name: 'turn pushes on here' })
  const off = () => screen.findByRole('button', { name: 'turn pushes off here' })

  test('binds the subscription to the fan, and removes it', async () => {
    const { endpoint, keys, device } = fakePush()
    const added = fake(subscribeToPush, { ok: { devices: 1 } })
    const removed = fake(removePushSubscription, { ok: { devices: 0 } })
    fakeApi(settings, added, removed)
    const { user } = renderPage(<NotificationSettingsPage />)
    await user.click(await on())
    await off()
    expect(added.bodies).toEqual([{ endpoint, keys }])
    await user.click(await off())
    await on()
    expect(removed.bodies).toEqual([{ endpoint }])
    expect(device.isOn).toBe(false)
  })

  test('says that pushes stay off when the dialog is closed without a choice', async () => {
    fakePush({ permission: 'default' })
    const requests = fakeApi(settings)
    const { user } = renderPage(<NotificationSettingsPage />)
    await user.click(await on())
    expect(await screen.findByText('Pushes are still off')).toBeTruthy()
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  test('passes the focus on when the fan blocks pushes', async () => {
    fakePush()
    const browser = {
      permission: 'default',
      requestPermission: async () => {
        browser.permission = 'denied'
        return browser.permission
      },
    }
    vi.stubGlobal('Notification', browser)
    fakeApi(settings)
    const { user } = renderPage(<NotificationSettingsPage />)
    await user.click(await on())
    expect(await screen.findByText(/are blocked/)).toBeTruthy()
    expect(document.activeElement?.tagName).toBe('SECTION')
  })

  test('says how to allow pushes that are blocked', async () => {
    fakePush({ permission: 'denied' })
    fakeApi(settings)
    renderPage(<NotificationSettingsPage />)
    expect(await screen.findByText(/are blocked/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /pushes/ })).toBeNull()
  })

  test.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5],
    ['an iPad, which says that it is a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5],
  ])('says on %s how to add the page to the home screen', async (_, userAgent, maxTouchPoints) => {
    fakePush()
    stubNavigator({ userAgent, maxTouchPoints })
    fakeApi(settings)
    renderPage(<NotificationSettingsPage />)
    expect(await screen.findByText(/Add to Home Screen/)).toBeTruthy()
  })
})
