import { accessEndpoints, type ListedSession } from '@called-it/shared/contract/access'
import { apiKeyEndpoints } from '@called-it/shared/contract/api-keys'
import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { passkeyEndpoints } from '@called-it/shared/contract/passkeys'
import { ann, loggedIn } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AccessPage } from './access-page.tsx'

const { listSessions, endSession, endOtherSessions, getAddressChange, changeAddress, cancelAddressChange } =
  accessEndpoints

const sessionOf = (key: string, given: Partial<ListedSession> = {}): ListedSession => ({
  key,
  browser: 'Firefox',
  system: 'Windows',
  logged_in_at: '2026-01-02T12:00:00Z',
  used_at: '2026-01-03T12:00:00Z',
  is_current: false,
  ...given,
})
const here = sessionOf('here', { is_current: true })
const phone = sessionOf('phone', { browser: 'Safari', system: 'iOS', used_at: new Date().toISOString() })
const unknown = sessionOf('unknown', { browser: null, system: null })

const rest = [
  loggedIn,
  fake(apiKeyEndpoints.listApiKeys, { ok: { keys: [] } }),
  fake(passkeyEndpoints.listPasskeys, { ok: { passkeys: [], recovery_codes: 0, suggested_name: '' } }),
  fake(notificationSettingsEndpoints.listDevices, { ok: { devices: [] } }),
]
const noChange = fake(getAddressChange, { ok: { change: null } })

function open() {
  const page = renderPage(<AccessPage />)
  page.queryClient.setQueryData(['current-user'], ann)
  return page
}

describe('sessions', () => {
  test('lists the last use, and this browser without a way to end it', async () => {
    fakeApi(...rest, noChange, failOnce(listSessions, { ok: { sessions: [here, phone, unknown] } }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    const rows = (await screen.findByText('this browser')).closest('ul')?.querySelectorAll('li') ?? []
    expect(Array.from(rows, (row) => row.querySelector('strong')?.textContent)).toEqual([
      'Firefox on Windows',
      'Safari on iOS',
      'an unknown browser',
    ])
    expect(rows[0]?.querySelector('button')).toBeNull()
    expect(rows[1]?.textContent).toContain('used within the last hour')
    expect(rows[2]?.textContent).toContain('last used Jan 3')
  })

  test('ends one by one, and all others after a question', async () => {
    const one = fake(endSession, { ok: { sessions: [here, unknown] } })
    const others = fake(endOtherSessions, { ok: { sessions: [here] } })
    fakeApi(...rest, noChange, fake(listSessions, { ok: { sessions: [here, phone, unknown] } }), one, others)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^end Safari on iOS, logged in Jan 2/ }))
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'end all others' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'end all others' }))
    await waitFor(() => expect(screen.queryByText('an unknown browser')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'end all others' })).toBeNull()
  })
})

test('changes the address, shows who has confirmed, and drops the change', async () => {
  const change = {
    email: 'new@example.test',
    is_old_confirmed: true,
    is_new_confirmed: false,
    expires_at: '2026-01-02T12:00:00Z',
  }
  const asking = fake(changeAddress, { ok: { change } })
  fakeApi(
    ...rest,
    noChange,
    fake(listSessions, { ok: { sessions: [here] } }),
    asking,
    fake(cancelAddressChange, { ok: { change: null } }),
  )
  const { user } = open()
  await user.type(await screen.findByLabelText('New address'), ' New@Example.test')
  await user.click(screen.getByRole('button', { name: 'change the address' }))
  expect(await screen.findByText(`${ann.email}: confirmed`)).toBeTruthy()
  expect(screen.getByText('new@example.test: not confirmed yet')).toBeTruthy()
  expect(asking.bodies).toEqual([{ email: 'new@example.test' }])
  await user.click(screen.getByRole('button', { name: 'drop the change' }))
  expect(await screen.findByLabelText('New address')).toBeTruthy()
})
