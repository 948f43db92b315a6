import {
  installationSettingsEndpoints,
  type SettingName,
  settingName,
} from '@called-it/shared/contract/installation-settings'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { site } from '@called-it/tests/support/web/factories'
import { fake, fakeApi, fakeReadiness } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SettingsPage } from './settings-page.tsx'

const { listInstallationSettings, changeInstallationSettings, restartPrograms } =
  installationSettingsEndpoints

let waiting: SettingName[] = []
let unreadable: SettingName[] = []
const listed = () => ({
  settings: settingName.options.map((name) => ({
    ...{ name, origin: 'stored' as const, value: null, default_value: null },
    is_unreadable: unreadable.includes(name),
    waits_for_restart: waiting.includes(name),
  })),
})

function open(at = '/admin/settings') {
  const restart = fake(restartPrograms, { ok: { asked_at: '2031-03-06T10:00:00.000Z' } })
  const change = fake(changeInstallationSettings, () => ({ ok: listed() }))
  fakeApi(
    fake(listInstallationSettings, () => ({ ok: listed() })),
    fake(siteEndpoints.getSite, { ok: site }),
    change,
    restart,
  )
  return { ...renderPage(<SettingsPage />, { at }), change, restart }
}

test('opens the section of the address, and loads no other form', async () => {
  ;[waiting, unreadable] = [[], []]
  open('/admin/settings#accounts')
  expect(await screen.findByLabelText('most leagues per fan')).toBeTruthy()
  expect(screen.queryByLabelText('client secret')).toBeNull()
  expect(screen.getByRole('link', { name: 'all backups' }).getAttribute('href')).toBe('/admin/backups')
})

test('names the secrets to enter again, and leads to their form', async () => {
  ;[waiting, unreadable] = [[], ['OIDC_2_CLIENT_SECRET']]
  const { user } = open()
  expect(await screen.findByText('OIDC_2_CLIENT_SECRET')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'sign-in elsewhere' }))
  expect(await screen.findAllByLabelText('client secret')).toHaveLength(3)
})

test('removes all of an issuer at once', async () => {
  ;[waiting, unreadable] = [[], []]
  const { user, change } = open('/admin/settings#issuers')
  await user.click(await screen.findByRole('button', { name: 'remove: issuer 2' }))
  await user.click(screen.getByRole('button', { name: 'save' }))
  await waitFor(() => expect(change.bodies).toHaveLength(1))
  const removed = {
    OIDC_2_ISSUER: null,
    OIDC_2_CLIENT_ID: null,
    OIDC_2_CLIENT_SECRET: null,
    OIDC_2_LABEL: null,
  }
  expect(change.bodies).toEqual([{ settings: removed }])
})

test('restarts the programs, and waits until they have started again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    ;[waiting, unreadable] = [['PUBLIC_URL'], []]
    let isReady = false
    const { user, restart } = open()
    fakeReadiness(() => isReady)
    await user.click(await screen.findByRole('button', { name: 'restart now' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Restart the programs?' })
    expect(dialog.textContent).toContain('reconnect within seconds')
    await user.click(screen.getAllByRole('button', { name: 'restart now' }).at(-1) ?? dialog)
    await screen.findByRole('button', { name: 'restarting...' })
    expect(restart.bodies).toHaveLength(1)
    waiting = []
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByText('PUBLIC_URL')).toBeTruthy()
    isReady = true
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByText('restarted')).toBeTruthy()
    expect(screen.queryByText('PUBLIC_URL')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})
