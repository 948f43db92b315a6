import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { fakePush, stubNavigator } from '@called-it/tests/support/web/fake-push'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { useLogin, useLogout } from './login.ts'
import { introduceDevice } from './push-device.ts'
import { clearUserData } from './user-storage.ts'

const { getNotificationSettings, noteTimeZone, removePushSubscription, subscribeToPush } =
  notificationSettingsEndpoints
const logout = fake(accountEndpoints.logout, { ok: { message: 'bye' } })

function LogoutButton() {
  const { mutate, isSuccess } = useLogout()
  return (
    <button type="button" onClick={() => mutate()}>
      {isSuccess ? 'gone' : 'log out'}
    </button>
  )
}

function LoginButton() {
  const { mutate, isSuccess } = useLogin()
  return (
    <button type="button" onClick={() => mutate({ email: 'ann@example.test', password: 'a password' })}>
      {isSuccess ? 'here' : 'log in'}
    </button>
  )
}

const pressLogout = () => fireEvent.click(screen.getByRole('button', { name: 'log out' }))

describe('logout on a device with pushes', () => {
  test('removes the subscription while still logged in, then ends it', async () => {
    const { device } = fakePush({ isOn: true })
    const requests = fakeApi(fake(removePushSubscription, { ok: { devices: 0 } }), logout)
    renderPage(<LogoutButton />)
    pressLogout()
    await screen.findByText('gone')
    expect(requests).toEqual(['POST /api/users/current/push-subscriptions/remove', 'POST /api/auth/logout'])
    await waitFor(() => expect(device.unsubscribes).toBe(1))
  })

  test('logs out without a response after two seconds, and ends it all the same', async () => {
    const { device } = fakePush({ isOn: true })
    const requests = fakeApi(neverRespond(removePushSubscription), logout)
    renderPage(<LogoutButton />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    pressLogout()
    await act(() => vi.advanceTimersByTimeAsync(1_999))
    expect(requests).not.toContain('POST /api/auth/logout')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(requests).toContain('POST /api/auth/logout')
    vi.useRealTimers()
    await waitFor(() => expect(device.unsubscribes).toBe(1))
  })

  test('clears the badge', () => {
    const setAppBadge = vi.fn(async () => {})
    stubNavigator({ setAppBadge })
    clearUserData()
    expect(setAppBadge).toHaveBeenCalledWith(0)
  })
})

describe('device after a login', () => {
  const inZone = (timeZone: string) =>
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...{ locale: 'en', calendar: 'gregory', numberingSystem: 'latn' },
      timeZone,
    })

  const siteKey = fake(getNotificationSettings, {
    ok: { choices: [], time_zone: null, quiet_from: 23, quiet_until: 8, push_key: 'B-key', devices: 0 },
  })

  test('subscribes again where the site has another key', async () => {
    const { device } = fakePush({ isOn: true, otherKey: true })
    const devices = fake(subscribeToPush, { ok: { devices: 1 } })
    fakeApi(devices, siteKey)
    inZone('UTC')
    await introduceDevice()
    expect([device.unsubscribes, devices.bodies.length]).toEqual([1, 1])
  })

  test('sends zone and subscription once, and a changed zone again', async () => {
    fakePush({ isOn: true })
    const zones = fake(noteTimeZone, ({ body }) => ({ ok: Object(body) }))
    const devices = fake(subscribeToPush, { ok: { devices: 1 } })
    fakeApi(zones, devices, siteKey)
    inZone('Europe/Berlin')
    await introduceDevice()
    await introduceDevice()
    inZone('America/New_York')
    await introduceDevice()
    expect(zones.bodies).toEqual([{ time_zone: 'Europe/Berlin' }, { time_zone: 'America/New_York' }])
    expect(devices.bodies).toHaveLength(1)
  })

  test('sends the subscription again after a login, which has another session', async () => {
    fakePush({ isOn: true })
    const devices = fake(subscribeToPush, { ok: { devices: 1 } })
    fakeApi(devices, siteKey, fake(accountEndpoints.login, { ok: ann }))
    inZone('UTC')
    await introduceDevice()
    renderPage(<LoginButton />)
    fireEvent.click(screen.getByRole('button', { name: 'log in' }))
    await screen.findByText('here')
    await introduceDevice()
    expect(devices.bodies).toHaveLength(2)
  })

  test('sends no zone that the server refuses', async () => {
    const requests = fakeApi()
    inZone('UTC')
    await introduceDevice()
    expect(requests).toEqual([])
  })

  test('never binds the subscription of the fan who left', async () => {
    fakePush({ isOn: true })
    const requests = fakeApi()
    inZone('UTC')
    clearUserData()
    await introduceDevice()
    expect(requests).toEqual([])
  })
})
