import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { ANNOUNCEMENT_KINDS } from '@called-it/shared/notifications/kinds'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { fakePush } from '@called-it/tests/support/web/fake-push'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { StartSwitch } from './start-switch.tsx'

const { getNotificationSettings, setNotificationChoice, subscribeToPush } = notificationSettingsEndpoints

function open() {
  const ok = {
    choices: ANNOUNCEMENT_KINDS.map((kind) => ({ kind, page: true, push: true, mail: false })),
    ...{ time_zone: null, quiet_from: 23, quiet_until: 8, push_key: 'B-key', devices: 0 },
  }
  const chosen = fake(setNotificationChoice, { ok })
  const bound = fake(subscribeToPush, { ok: { devices: 1 } })
  fakeApi(fake(getNotificationSettings, { ok }), chosen, bound)
  return { chosen, bound, ...renderPage(<StartSwitch />) }
}

const pushSwitch = () => screen.findByRole('switch', { name: 'tell me when it starts', checked: false })

describe('switch for the push of the first song', () => {
  test('turns pushes on for this device, and the kind', async () => {
    fakePush()
    const { user, chosen, bound } = open()
    const control = await pushSwitch()
    await waitFor(() => expect(control.getAttribute('aria-busy')).toBeNull())
    await user.click(control)
    expect(await screen.findByRole('switch', { checked: true })).toBe(control)
    expect(bound.bodies).toHaveLength(1)
    await user.click(control)
    await waitFor(() =>
      expect(chosen.bodies).toEqual([
        { kind: 'first-song', channel: 'push', is_on: true },
        { kind: 'first-song', channel: 'push', is_on: false },
      ]),
    )
  })

  test('changes nothing when the fan does not allow pushes', async () => {
    fakePush({ permission: 'default' })
    const { user, chosen } = open()
    const control = await pushSwitch()
    await waitFor(() => expect(control.getAttribute('aria-busy')).toBeNull())
    await user.click(control)
    expect(await screen.findByText('Pushes are still off')).toBeDefined()
    expect(chosen.bodies).toEqual([])
  })

  test('is absent where pushes are blocked', () => {
    fakePush({ permission: 'denied' })
    open()
    expect(screen.queryByRole('switch')).toBeNull()
  })
})
