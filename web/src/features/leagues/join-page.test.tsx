import { english } from '@called-it/languages/texts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { type InvitedLeague, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { loggedIn, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { leagueOf } from '@called-it/tests/support/web/league-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  keepInvitation,
  keepSignUpCode,
  keptInvitation,
  keptSignUpCode,
} from '../../lib/account/kept-invitation.ts'
import { clearSession } from '../../lib/account/session.ts'
import { JoinPage } from './join-page.tsx'

const LINK = { invitation: 'HKPT46', league: 'Row F' }
const ACCEPT = 'POST /api/invitations/HKPT46/accept'

const accepts = fake(leagueEndpoints.acceptInvitation, { ok: { league: leagueOf(5, { name: 'Row F' }) } })

function openPage(invited: Partial<InvitedLeague>, ...routes: FakeRoute[]) {
  const league = { name: 'Row F', members: 12, is_full: false, league_id: null, ...invited }
  const requests = fakeApi(...routes, fake(leagueEndpoints.getInvitation, { ok: league }))
  return { requests, ...renderPage(<JoinPage />, { at: '/join/HKPT46', pattern: '/join/:invitation' }) }
}
const joinButton = () => screen.findByRole('button', { name: 'join' })

describe('invitation to a league', () => {
  test('says what joining means, and keeps the invitation of a visitor', async () => {
    const { user, address, requests } = openPage({}, visitor)
    expect(await screen.findByRole('heading', { name: 'Row F' })).toBeDefined()
    expect(screen.getByText('12 members')).toBeDefined()
    expect(screen.getByText(/^Members see your name, your points and, once picks/)).toBeDefined()
    await user.click(await joinButton())
    expect(address()).toBe('/register')
    expect(keptInvitation()).toEqual(LINK)
    expect(requests).not.toContain(ACCEPT)
  })

  test('says how long to wait after too many codes', async () => {
    const limited = fake(leagueEndpoints.getInvitation, { error: 'too_many_requests', retryAfter: 120 })
    openPage({}, visitor, limited)
    expect(await screen.findByText('Too many tries. Please try again in 2 minutes.')).toBeDefined()
  })

  test('lets a fan in who taps join', async () => {
    const { user, address, requests } = openPage({}, loggedIn, accepts)
    const button = await joinButton()
    expect(requests).not.toContain(ACCEPT)
    await user.click(button)
    await waitFor(() => expect(address()).toBe('/leagues/5'))
  })

  test('lets a fan in at once who has tapped join as a visitor', async () => {
    keepInvitation(LINK)
    const { address } = openPage({}, loggedIn, accepts)
    await waitFor(() => expect(address()).toBe('/leagues/5'))
    expect(keptInvitation()).toBeNull()
  })

  test('asks again a week later, and after another invitation', async () => {
    keepInvitation({ ...LINK, invitation: 'ABCDEF' })
    const first = openPage({}, loggedIn, accepts)
    await joinButton()
    first.unmount()
    keepInvitation(LINK)
    vi.setSystemTime(Date.now() + 7 * 24 * 3_600_000 + 1)
    const { requests } = openPage({}, loggedIn, accepts)
    await joinButton()
    expect([...first.requests, ...requests]).not.toContain(ACCEPT)
  })

  test('leads a member to the league', async () => {
    keepInvitation(LINK)
    const { address } = openPage({ league_id: 5 }, loggedIn)
    await waitFor(() => expect(address()).toBe('/leagues/5'))
    expect(keptInvitation()).toBeNull()
  })

  test('forgets a refused invitation and says why', async () => {
    keepInvitation(LINK)
    openPage({}, loggedIn, fake(leagueEndpoints.acceptInvitation, { error: 'too_many_leagues' }))
    expect((await screen.findByRole('alert')).textContent).toBe(english(ERRORS.too_many_leagues.text))
    expect(keptInvitation()).toBeNull()
  })

  test.each([
    ['of a full league', {}],
    ['that was renewed', { error: 'invitation_not_found' as const }],
  ])('refuses an invitation %s', async (_, refusal) => {
    keepInvitation(LINK)
    openPage(
      { is_full: true },
      loggedIn,
      ...('error' in refusal ? [fake(leagueEndpoints.getInvitation, refusal)] : []),
    )
    const { text } = 'error' in refusal ? ERRORS.invitation_not_found : ERRORS.league_full
    expect(await screen.findByText(english(text))).toBeDefined()
    expect(screen.queryByRole('button', { name: 'join' })).toBeNull()
    expect(keptInvitation()).toBeNull()
  })

  test('is forgotten at logout', async () => {
    keepInvitation(LINK)
    keepSignUpCode('of-the-admins')
    const { queryClient } = openPage({}, visitor)
    await clearSession(queryClient)
    expect([keptInvitation(), keptSignUpCode()]).toEqual([null, null])
  })
})
