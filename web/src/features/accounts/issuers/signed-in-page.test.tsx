import { issuerEndpoints } from '@called-it/shared/contract/issuers'
import { ann } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SignedInPage } from './signed-in-page.tsx'

const SEARCH = '?code=abc&state=xyz&iss=https%3A%2F%2Fissuer.example'

function renderSignedIn(route: FakeRoute) {
  fakeApi(route)
  return renderPage(<SignedInPage />, { at: `/signed-in${SEARCH}`, pattern: '/signed-in' })
}

test('sends what the issuer has appended once, goes on, and tells a new fan the name', async () => {
  const finish = fake(issuerEndpoints.finishIssuerLogin, { ok: { user: ann, isNew: true } })
  const { address } = renderSignedIn(finish)
  await screen.findByText(`welcome, ${ann.display_name}`)
  await waitFor(() => expect(address()).toBe('/'))
  expect(finish.bodies).toEqual([{ search: SEARCH }])
})

test('says why it failed, and leads back to the other ways', async () => {
  renderSignedIn(fake(issuerEndpoints.finishIssuerLogin, { error: 'issuer_address_unverified' }))
  expect((await screen.findByRole('alert')).textContent).toContain('not verified there')
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Go to Login' }).pathname).toBe('/login')
})
