import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { tours } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { leagueOf } from '@called-it/tests/support/web/league-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { toursAre } from '@called-it/tests/support/web/routes'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LeaguesPage } from './leagues-page.tsx'

const creates = fake(leagueEndpoints.createLeague, { ok: { league: leagueOf(5) } })

function openPage(...leagues: League[]) {
  const lists = failOnce(leagueEndpoints.listLeagues, { ok: { leagues } })
  fakeApi(lists, creates, toursAre(...tours))
  return renderPage(<LeaguesPage />, { at: '/leagues', pattern: '/leagues' })
}
/** Before the first click has changed the page. */
const clickTwice = (button: Element) => [1, 2].map(() => fireEvent.click(button))
const retry = () => screen.findByRole('button', { name: 'try again' })

describe('page of the leagues', () => {
  test('lists leagues with their options, and their roles', async () => {
    const { user } = openPage(
      leagueOf(4, { role: 'owner', members: 1 }),
      leagueOf(5, { tour: { id: 3, name: 'Lamplight Tour' }, counts_from: 'joining', drop_worst: 2 }),
    )
    await user.click(await retry())
    const list = within(await screen.findByRole('list', { name: 'my leagues' }))
    expect(textsOf(list, 'link')).toEqual([
      'League 41 member · all toursowner',
      'League 53 members · Lamplight Tour · from the day you join · without your worst 2 shows',
    ])
    expect(list.getAllByRole('link')[0]?.getAttribute('href')).toBe('/leagues/4')
  })

  test('invites a fan without leagues to start one', async () => {
    const { user, address } = openPage()
    await user.click(await retry())
    await user.click(await screen.findByRole('button', { name: 'start a league' }))
    await user.click(await screen.findByRole('button', { name: 'start the league' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    await user.type(name, 'Row F')
    await screen.findByRole('option', { name: 'Lamplight Tour' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Shows' }), 'Lamplight Tour')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Drop the worst' }), '2')
    clickTwice(screen.getByRole('button', { name: 'start the league' }))
    await waitFor(() => expect(address()).toBe('/leagues/5'))
    expect(creates.bodies).toEqual([{ name: 'Row F', tour_id: 3, counts_from: 'all', drop_worst: 2 }])
  })

  test('brings a deleted league back', async () => {
    let league = leagueOf(4, { deleted_until: new Date(Date.now() + 3_600_000).toISOString() })
    fakeApi(
      fake(leagueEndpoints.listLeagues, () => ({ ok: { leagues: [league] } })),
      fake(leagueEndpoints.restoreLeague, () => {
        league = leagueOf(4)
        return { ok: { league } }
      }),
    )
    const { user } = renderPage(
      <main>
        <LeaguesPage />
      </main>,
    )
    const deleted = await screen.findByRole('list', { name: 'deleted leagues' })
    expect(deleted.textContent).toMatch(/^League 4 gone for good in (1 h 0 m|60 m)/)
    await user.click(within(deleted).getByRole('button', { name: 'undo the deletion of League 4' }))
    expect(await screen.findByRole('link', { name: /^League 4/ })).toBeDefined()
    expect(screen.queryByRole('list', { name: 'deleted leagues' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})
