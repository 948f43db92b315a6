import { addressTestEndpoints } from '@called-it/shared/contract/address-test'
import { installationSettingsEndpoints, settingName } from '@called-it/shared/contract/installation-settings'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AddressForm } from './address-form.tsx'

vi.mock('./try-socket.ts', () => ({ trySocket: async () => 'websocket' }))

const { listInstallationSettings, changeInstallationSettings } = installationSettingsEndpoints

function open() {
  const settings = settingName.options.map((name) => ({
    ...{ name, origin: 'default' as const, value: null, default_value: name === 'TRUST_PROXY' ? '0' : null },
    ...{ is_unreadable: false, waits_for_restart: false },
  }))
  const change = fake(changeInstallationSettings, { ok: { settings } })
  const tried: FakeRoute = fake(addressTestEndpoints.testAddress, () => ({
    ok: {
      ...{ origin: location.origin, host: location.host, client: '203.0.113.9', proxies: 2 },
      ...{ is_trust_right: false, forwarded_proto: null, is_https: false },
      is_cookie_returned: tried.bodies.length > 1,
    },
  }))
  fakeApi(fake(listInstallationSettings, { ok: { settings } }), change, tried)
  const page = renderPage(<AddressForm />)
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  return { ...page, press, change, tried }
}

test('proposes its own address and the proxies that it has found, and saves both', async () => {
  const { press, change, tried } = open()
  await press(`take ${location.origin}`)
  await press('try it from this browser')
  expect(await screen.findByText('2 proxies are in front. Set TRUST_PROXY to 2.')).toBeTruthy()
  expect(screen.getByText('The session cookie comes back.')).toBeTruthy()
  const asked = { public_url: location.origin, trust_proxy: null }
  expect(tried.bodies).toEqual([asked, asked])
  await press('take TRUST_PROXY=2')
  await press('save')
  const saved = { PUBLIC_URL: location.origin, TRUST_PROXY: '2' }
  await waitFor(() => expect(change.bodies).toEqual([{ settings: saved }]))
})
