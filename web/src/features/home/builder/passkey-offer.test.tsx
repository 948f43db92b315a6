import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { PasskeyOffer } from './passkey-offer.tsx'

beforeEach(() => {
  clearUserData()
  vi.stubGlobal('PublicKeyCredential', class {})
})

const Name = () => useCurrentUser().user?.display_name

async function open(account: Partial<typeof ann> = {}) {
  fakeApi(fake(currentUserEndpoints.getCurrentUser, { ok: { ...ann, ...account } }))
  const page = renderPage(
    <>
      <Name />
      <PasskeyOffer />
    </>,
  )
  await screen.findByText(ann.display_name)
  return page
}

test('offers a passkey to who has a password, once', async () => {
  const { user } = await open()
  expect(screen.getByText('next time without a password')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'not now' }))
  expect(screen.queryByText('next time without a password')).toBeNull()
  cleanup()
  await open()
  expect(screen.queryByText('next time without a password')).toBeNull()
})

test.each([
  ['who has none', { has_password: false }],
  ['who has a passkey', { has_passkey: true }],
])('offers none to %s', async (_, account) => {
  await open(account)
  expect(screen.queryByRole('button', { name: 'add a passkey' })).toBeNull()
})
