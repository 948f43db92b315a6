import { issuerEndpoints } from '@called-it/shared/contract/issuers'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { site } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepInvitation } from '../../../lib/account/kept-invitation.ts'
import { IssuerButtons } from './issuer-buttons.tsx'

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 410.0'

beforeEach(() => localStorage.clear())

async function renderButtons(...routes: FakeRoute[]) {
  const issuers = [
    { key: '1' as const, label: 'Google', refusesInApp: true },
    { key: '2' as const, label: 'Club ID', refusesInApp: false },
  ]
  fakeApi(fake(siteEndpoints.getSite, { ok: { ...site, issuers } }), ...routes)
  const page = renderPage(<IssuerButtons />)
  await screen.findByRole('button', { name: 'go on with Club ID' })
  return page
}

test('asks where to go with the invitation, and says what went wrong', async () => {
  keepInvitation({ invitation: 'hkPT46', league: 'Row Seven' })
  const start = fake(issuerEndpoints.startIssuerLogin, { error: 'issuer_unavailable' })
  const { user } = await renderButtons(start)
  await user.click(screen.getByRole('button', { name: 'go on with Google' }))
  await screen.findByText(/does not respond right now/)
  expect(start.bodies).toEqual([{ invitation: 'hkPT46' }])
})

test('has no button inside an app that the issuer refuses', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(INSTAGRAM)
  await renderButtons()
  screen.getByText(/^Google does not work inside this app/)
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull()
})
