import { issuerEndpoints } from '@called-it/shared/contract/issuers'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { site } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConnectedAccounts } from './connected-accounts.tsx'

const ISSUERS = [{ key: '1' as const, label: 'Google', refusesInApp: true }]
const ACCOUNT = {
  id: 3,
  label: 'Google',
  created_at: '2026-03-01T12:00:00.000Z',
  last_used_at: '2026-03-02T12:00:00.000Z',
}

test('removes a connected account', async () => {
  const remove = fake(issuerEndpoints.removeConnectedAccount, { ok: { accounts: [] } })
  const requests = fakeApi(
    fake(siteEndpoints.getSite, { ok: { ...site, issuers: ISSUERS } }),
    fake(issuerEndpoints.listConnectedAccounts, { ok: { accounts: [ACCOUNT] } }),
    remove,
  )
  const { user } = renderPage(<ConnectedAccounts />)
  await user.click(await screen.findByRole('button', { name: 'remove Google' }))
  await screen.findByText(/^None is connected/)
  expect(requests).toContain('DELETE /api/users/current/external-accounts/3')
})

test('asks for nothing where fans cannot sign in elsewhere', async () => {
  const requests = fakeApi(fake(siteEndpoints.getSite, { ok: site }))
  renderPage(<ConnectedAccounts />)
  await waitFor(() => expect(requests).toEqual(['GET /api/site']))
})
