import { type LeaguePage as LeagueData, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { POINTS } from '@called-it/shared/game/points'
import { ann, loggedIn, openShow, predictionOf } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { leagueOf, leaguePageOf, memberOf } from '@called-it/tests/support/web/league-factories'
import { livePerformance, liveShowOf, liveStep } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { deliver } from '../../lib/events/deliver.ts'
import { LeaguePage } from './league-page.tsx'

const { correctSpecial: SPECIAL } = POINTS

const OPEN = openShow(12, '2026-07-04')

function openPage(page: Partial<LeagueData> = {}, ...routes: FakeRoute[]) {
  const requests = fakeApi(
    ...routes,
    fake(leagueEndpoints.getLeague, { ok: leaguePageOf(5, page) }),
    fake(leagueEndpoints.getLeagueInvitation, { ok: { token: 'a'.repeat(22), code: 'HKPT46' } }),
    loggedIn,
    upcomingShowsAre(OPEN),
    predictionsAre(),
  )
  const rendered = renderPage(<LeaguePage />, { at: '/leagues/5', pattern: '/leagues/:leagueId' })
  return { requests, ...rendered }
}
/** Before the first click has changed the page. */
const clickTwice = (button: Element) => [1, 2].map(() => fireEvent.click(button))
const table = () => screen.findByRole('table', { name: 'league table' })
const choose = async (user: ReturnType<typeof renderPage>['user'], change: string, item: string) => {
  await user.click(screen.getByText('who plays'))
  await user.click(await screen.findByRole('button', { name: change }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('page of a league', () => {
  test('ranks members by what counts, and marks the own row', async () => {
    const table9 = memberOf(9, { played: 3, total: 61, worst: [12, 14], best: 35 })
    openPage({
      league: leagueOf(5, { drop_worst: 2 }),
      table: [memberOf(ann.id, { worst: [10, 20] }), memberOf(8, { shows: 1, played: 0, total: 0 }), table9],
    })
    expect(cellsOfTable(await table())).toEqual([
      ['1', 'F9fan 9', '1', '35'],
      ['2', 'AAAnn Alderyou', '1', '20'],
      ['3', 'F8fan 8', '0', '0'],
    ])
    expect(screen.getByRole('link', { name: 'fan 9' }).getAttribute('href')).toBe('/players/9')
  })

  test('leads to the picks for the next show of the league', async () => {
    openPage()
    const link = await screen.findByRole('link', { name: 'make your picks' })
    expect(link.getAttribute('href')).toBe('/prediction/12')
  })

  test('leads back to picks that are saved', async () => {
    const predictions = [predictionOf(12)]
    openPage({}, predictionsAre(...predictions))
    expect(await screen.findByRole('link', { name: 'change your picks' })).toBeDefined()
  })

  test('has the table of a week, in which nothing is dropped', async () => {
    const league = leagueOf(5, { drop_worst: 5 })
    const weekly = fake(leagueEndpoints.getLeague, ({ query }) => {
      const table = [memberOf(8, query.has('week') ? { worst: [], total: 7 } : { worst: [10, 20] })]
      return { ok: leaguePageOf(5, { league, weeks: ['2026-06-29'], table }) }
    })
    const { user, address } = openPage({}, weekly)
    expect(cellsOfTable(await table())[0]?.at(-1)).toBe('20')
    await user.selectOptions(screen.getByRole('combobox'), 'week of June 29, 2026')
    expect(address()).toBe('/leagues/5?week=2026-06-29')
    await waitFor(async () => expect(cellsOfTable(await table())[0]?.at(-1)).toBe('7'))
  })

  test('moves with each song of every show that runs', async () => {
    const picks = predictionOf(20).setlist
    const cardsOf = fake(leagueEndpoints.listLeagueCards, ({ params }) => ({
      ok: { cards: params.showId === '20' ? [{ user_id: 9, picks }] : [{ user_id: ann.id, picks }] },
    }))
    const leads = 2 * SPECIAL + 20
    const nothing = liveShowOf({ performances: [], version: 3 })
    const opened = liveShowOf({ performances: [livePerformance(1, 'set1', 1, 1)] })
    openPage(
      {
        live: [20, 21],
        table: [memberOf(ann.id), memberOf(8, { total: leads }), memberOf(9, { total: 25 })],
      },
      cardsOf,
      fake(showEndpoints.getShow, ({ params }) => ({ ok: openShow(Number(params.showId), '2026-07-03') })),
      fake(liveShowEndpoints.getLiveShow, ({ params }) => ({
        ok: params.showId === '20' ? nothing : opened,
      })),
    )
    await waitFor(async () =>
      expect(cellsOfTable(await table())).toEqual([
        ['1', 'F8fan 8', '2', '–no picks', String(leads)],
        ['2', 'AAAnn Alderyou', '3', `+${SPECIAL}`, String(SPECIAL + 30)],
        ['3', 'F9fan 9', '3', '+0', '25'],
      ]),
    )
    const changed = [livePerformance(1, 'set1', 1, 1), livePerformance(2, 'encore', 1, 3)]
    act(() => deliver('live:changed', liveStep(20, { changed, songs: 2 })))
    await waitFor(async () =>
      expect(cellsOfTable(await table())[0]).toEqual([
        '1',
        'F9fan 92',
        '3',
        `+${2 * SPECIAL}`,
        String(leads + 5),
      ]),
    )
  })

  test('is read again when a show closes', async () => {
    const { queryClient, requests } = openPage()
    await table()
    const reads = () => requests.filter((request) => request === 'GET /api/leagues/5').length
    const before = reads()
    act(() => void queryClient.setQueryData(queryKeys.upcomingShows, []))
    await waitFor(() => expect(reads()).toBe(before + 1))
  })

  test('shows 29 members and the own row, and all on demand', async () => {
    const others = Array.from({ length: 40 }, (_, index) => memberOf(100 + index, { total: 90 }))
    const { user } = openPage({ table: [...others, memberOf(ann.id)] })
    await table()
    expect(await table().then(cellsOfTable)).toHaveLength(30)
    await user.click(screen.getByRole('button', { name: 'all 41 members' }))
    expect(await table().then(cellsOfTable)).toHaveLength(41)
  })

  test.each([['/leagues/5'], ['/leagues/nowhere']])('tells others nothing at %s', async (at) => {
    fakeApi(
      loggedIn,
      fake(leagueEndpoints.getLeague, { error: 'league_not_found' }),
      upcomingShowsAre(),
      predictionsAre(),
    )
    renderPage(<LeaguePage />, { at, pattern: '/leagues/:leagueId' })
    expect(await screen.findByText('There is no such league of yours.')).toBeDefined()
  })

  test('copies the link, or shares it where the browser can', async () => {
    const { user, unmount } = openPage()
    const link = `${location.origin}/join/${'a'.repeat(22)}`
    await user.click(await screen.findByRole('button', { name: 'copy the link' }))
    expect(await navigator.clipboard.readText()).toBe(link)
    unmount()
    const share = vi.fn(async () => {})
    Object.assign(navigator, { share })
    const again = openPage()
    await again.user.click(await screen.findByRole('button', { name: 'share the link' }))
    expect(share).toHaveBeenCalledWith({ title: 'Play with us in League 5', url: link })
    Reflect.deleteProperty(navigator, 'share')
  })
})

describe('what a member may do', () => {
  test('lets members leave and report, and change nothing else', async () => {
    const leaves = fake(leagueEndpoints.leaveLeague, { ok: { left: true } })
    const { user, address } = openPage({}, leaves)
    await table()
    await user.click(screen.getByText('who plays'))
    await screen.findByRole('list', { name: 'members' })
    for (const name of [/^change/, 'renew link and code', 'edit league', 'delete the league'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.getByRole('button', { name: 'report' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'leave' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'leave' }))
    await waitFor(() => expect(address()).toBe('/leagues'))
  })

  test.each([
    ['owner', 'make co-owner', 'make co-owner', 'co-owner'],
    ['owner', 'make owner', 'make owner', 'owner'],
  ] as const)('lets the %s %s', async (role, item, label, given) => {
    const gives = fake(leagueEndpoints.setLeagueRole, { ok: { league: leagueOf(5) } })
    const { user } = openPage({ league: leagueOf(5, { role }) }, gives)
    await table()
    await choose(user, 'change fan 8', item)
    await user.click(await screen.findByRole('button', { name: label }))
    await waitFor(() => expect(gives.bodies).toEqual([{ role: given }]))
  })

  test('lets a co-owner remove members only', async () => {
    const removes = fake(leagueEndpoints.removeLeagueMember, { ok: { league: leagueOf(5) } })
    const members = [memberOf(ann.id), memberOf(8), memberOf(9, { role: 'owner' })]
    const { user, requests } = openPage(
      { league: leagueOf(5, { role: 'co-owner' }), table: members },
      removes,
    )
    await table()
    await choose(user, 'change fan 8', 'remove')
    expect(screen.queryByRole('button', { name: 'change fan 9' })).toBeNull()
    clickTwice(await screen.findByRole('button', { name: 'remove' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requests.filter((request) => request === 'DELETE /api/leagues/5/members/8')).toHaveLength(1)
  })

  test('lets the owner renew the invitation, and delete the league', async () => {
    const { user, address, requests } = openPage(
      { league: leagueOf(5, { role: 'owner' }) },
      fake(leagueEndpoints.renewLeagueInvitation, { ok: { token: 'b'.repeat(22), code: 'NEWNEW' } }),
      fake(leagueEndpoints.deleteLeague, { ok: { league: leagueOf(5) } }),
    )
    await user.click(await screen.findByRole('button', { name: 'renew link and code' }))
    clickTwice(await screen.findByRole('button', { name: 'renew' }))
    expect(await screen.findByText('NEWNEW')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'delete the league' }))
    clickTwice(await screen.findByRole('button', { name: 'delete' }))
    await waitFor(() => expect(address()).toBe('/leagues'))
    expect(requests.filter((request) => /^(DELETE|POST)/.test(request))).toHaveLength(2)
  })

  test('moves the switch of presence', async () => {
    const moves = fake(leagueEndpoints.setLeaguePresence, { ok: { league: leagueOf(5) } })
    const { user } = openPage({}, moves)
    await user.click(await screen.findByRole('switch', { name: 'show the others when I am here' }))
    expect(moves.bodies).toEqual([{ shows_presence: true }])
  })
})
