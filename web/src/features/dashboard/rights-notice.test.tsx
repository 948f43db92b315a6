import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RightsNotice } from './rights-notice.tsx'

test('says until when an admin can go on without a passkey, and where to add one', async () => {
  const rights_rest_at = '2026-12-12T12:00:00.000Z'
  fakeApi(fake(currentUserEndpoints.getCurrentUser, { ok: { ...ann, is_admin: true, rights_rest_at } }))
  renderPage(<RightsNotice />)
  expect(await screen.findByText(/^From Dec 12, .* on, your rights rest/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'to my passkeys' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'use my passkey' })).toBeNull()
})
