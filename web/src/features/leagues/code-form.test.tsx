import { type InvitedLeague, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { leagueOf } from '@called-it/tests/support/web/league-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { CodeForm } from './code-form.tsx'

const invitedTo = (rest: Partial<InvitedLeague> = {}) => ({
  ok: { name: 'The Back Row', members: 13, is_full: false, league_id: null, ...rest },
})
const joins = fake(leagueEndpoints.acceptInvitation, { ok: { league: leagueOf(5) } })

function openForm(...routes: FakeRoute[]) {
  const requests = fakeApi(...routes, joins)
  const page = renderPage(<CodeForm />)
  const type = (text: string) => page.user.type(screen.getByRole('textbox', { name: 'got a code?' }), text)
  const asked = () => requests.filter((made) => made.startsWith('GET /api/invitations/'))
  return { ...page, type, asked, requests }
}
const join = () => screen.getByRole<HTMLButtonElement>('button', { name: 'join' })

describe('form for a code', () => {
  test('asks once for a complete code, and joins', async () => {
    const { type, asked, user, address, requests } = openForm(
      fake(leagueEndpoints.getInvitation, invitedTo()),
    )
    await type('hkp-t4')
    expect([asked(), join().disabled]).toEqual([[], true])
    await type('6')
    expect((await screen.findByText('The Back Row')).closest('p')?.textContent).toBe(
      'The Back Row · 13 members',
    )
    await type(' ')
    expect(asked()).toEqual(['GET /api/invitations/HKPT46'])
    await user.click(join())
    await waitFor(() => expect(address()).toBe('/leagues/5'))
    expect(requests).toContain('POST /api/invitations/HKPT46/accept')
  })

  test('opens a league whose member the fan is', async () => {
    const { type, user, address } = openForm(
      fake(leagueEndpoints.getInvitation, invitedTo({ league_id: 7, is_full: true })),
    )
    await type('HKPT46')
    await user.click(await screen.findByRole('button', { name: 'open' }))
    expect(address()).toBe('/leagues/7')
  })

  test('asks again for a code after a failure', async () => {
    const { type, asked, user } = openForm(failOnce(leagueEndpoints.getInvitation, invitedTo()))
    await type('HKPT46')
    await screen.findByText(/try again/)
    await user.click(join())
    expect(await screen.findByText('The Back Row')).toBeDefined()
    expect(asked()).toHaveLength(2)
  })

  test.each([
    ['a code with an O', 'HKPTO6', invitedTo(), /none of them 0, O, 1 or I/],
    ['a code of no league', 'HKPT46', { error: 'invitation_not_found' } as const, 'No league has this code.'],
    ['a full league', 'HKPT46', invitedTo({ is_full: true }), 'This league is full.'],
    ['too many tries', 'HKPT46', { error: 'too_many_requests' } as const, /^Too many tries/],
  ])('refuses %s', async (_, code, response, text) => {
    const { type } = openForm(fake(leagueEndpoints.getInvitation, response))
    await type(code)
    expect(await screen.findByText(text)).toBeDefined()
  })
})
