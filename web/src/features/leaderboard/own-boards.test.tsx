import { leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { leagueEndpoints } from '@called-it/shared/contract/leagues'
import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import {
  boardOf,
  boardRow,
  loggedIn,
  playedShow,
  tours,
  visitor,
} from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { leagueOf, leaguePageOf, memberOf } from '@called-it/tests/support/web/league-factories'
import { showBoardOf, systemCardsAre } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { leaguesAre, liveShowsAre, recentShowsAre, toursAre } from '@called-it/tests/support/web/routes'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BoardsPage } from '../../app/boards-page.tsx'

const [tour] = tours
const last = playedShow(8, '2026-06-19', { tour_id: tour?.id ?? null })
const deleted = leagueOf(9, { deleted_until: '2030-01-01T00:00:00Z' })

function openPage(at: string, ...routes: FakeRoute[]) {
  const requests = fakeApi(
    ...routes,
    loggedIn,
    liveShowsAre(),
    recentShowsAre(last),
    toursAre(...tours),
    systemCardsAre(),
    fake(leagueEndpoints.getLeague, ({ params, query }) => ({
      ok: leaguePageOf(Number(params.leagueId), {
        league: leagueOf(Number(params.leagueId), { drop_worst: 1 }),
        table: [
          memberOf(7, { total: query.has('show') ? 12 : 40, worst: query.size > 0 ? [] : [10], shows: 2 }),
          memberOf(8, query.has('show') ? { played: 0, total: 0 } : {}),
        ],
      }),
    })),
    fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf([boardRow(1, 1, 90)]) }),
  )
  const page = renderPage(<BoardsPage />, { at, pattern: '/leaderboard' })
  return { ...page, leagueReads: () => requests.filter((made) => /leagues\/\d/.test(made)) }
}
const who = async () => textsOf(within(await screen.findByRole('navigation', { name: 'who' })), 'link')
const table = (name = 'league table') => screen.findByRole('table', { name }).then(cellsOfTable)

describe('boards of a league', () => {
  test('begins with the first league and this show', async () => {
    const { user, address, leagueReads } = openPage(
      '/leaderboard',
      leaguesAre(leagueOf(4), deleted, leagueOf(5)),
    )
    expect(await who()).toEqual([' League 4', ' League 5', ' everyone', ' followed'])
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(' League 4')
    expect(textsOf(screen, 'tab')).toEqual(['this show', 'this tour', 'all time'])
    expect(await screen.findByRole('heading', { name: 'Hall 8' })).toBeDefined()
    expect(await table()).toEqual([['1', 'AAAnn Alderyou', '12']])
    await user.click(screen.getByRole('tab', { name: 'this tour' }))
    await waitFor(() => expect(leagueReads()).toContain(`GET /api/leagues/4?tour=${tour?.id}`))
    expect(address()).toBe('/leaderboard?who=4&tab=tours')
    expect(await screen.findByRole('heading', { name: tour?.name ?? '' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'League 5' }))
    expect(address()).toBe('/leaderboard?who=5&tab=tours')
    await user.click(screen.getByRole('tab', { name: 'all time' }))
    expect(await table()).toEqual([
      ['1', 'AAAnn Alderyou', '1', '30'],
      ['1', 'F8fan 8', '2', '30'],
    ])
    expect(screen.getByRole('link', { name: 'League 5' }).getAttribute('href')).toBe(
      '/leaderboard?who=5&tab=global',
    )
  })

  test('offers no other time where only one tour counts', async () => {
    const ofTour = leagueOf(4, { tour: { id: 3, name: 'Lamplight Tour' } })
    const { leagueReads } = openPage('/leaderboard?who=4&tab=global', leaguesAre(ofTour))
    expect(await table()).toHaveLength(2)
    expect(textsOf(screen, 'tab')).toEqual(['this show', 'this tour'])
    expect(leagueReads()).toEqual(['GET /api/leagues/4'])
  })

  test('says when no member has picked the show', async () => {
    const nobody = fake(leagueEndpoints.getLeague, {
      ok: leaguePageOf(4, { table: [memberOf(7, { played: 0 })] }),
    })
    openPage('/leaderboard', leaguesAre(leagueOf(4)), nobody)
    expect(await screen.findByText('Nobody here picked this show.')).toBeDefined()
  })
})

describe('boards of everyone', () => {
  test.each(['/leaderboard?tab=global', '/leaderboard?who=everyone', '/leaderboard?who=77'])(
    'shows the specified tabs at %s',
    async (at) => {
      openPage(at, leaguesAre(leagueOf(4)))
      expect(await screen.findByText('fan 1')).toBeDefined()
      expect(textsOf(screen, 'tab')).toEqual(['global leaders', 'tour rankings', 'show rankings'])
    },
  )

  test('begins with everyone for a fan without a league, below the ways into one', async () => {
    openPage('/leaderboard', leaguesAre(deleted))
    expect(await who()).toEqual([' everyone', ' followed'])
    expect(screen.getByRole('heading', { name: 'play against your friends' })).toBeDefined()
    expect(await screen.findByText('fan 1')).toBeDefined()
    expect(document.querySelectorAll('[data-primary]')).toHaveLength(1)
  })

  test('shows a visitor nothing else', async () => {
    openPage('/leaderboard?who=followed', visitor)
    expect(await screen.findByText('fan 1')).toBeDefined()
    expect(screen.queryByRole('navigation', { name: 'who' })).toBeNull()
    expect(screen.queryByText('play against your friends')).toBeNull()
    expect(document.querySelectorAll('[data-primary]')).toHaveLength(1)
  })
})

describe('boards of followed players', () => {
  const around = { rows: [boardRow(3, 1, 90), boardRow(5, 2, 85), boardRow(7, 3, 80)], followed: [3] }
  const ofShow = showBoardOf(
    [
      [15, 3],
      [9, 4],
      [3, 7],
    ],
    { followed: [3] },
  )

  test('lists them and the fan, with their ranks among everybody', async () => {
    const { user, address } = openPage(
      '/leaderboard?who=followed',
      leaguesAre(),
      fake(liveShowEndpoints.getShowBoard, { ok: ofShow }),
      fake(leaderboardEndpoints.getOwnScoreAround, { ok: around }),
      fake(leaderboardEndpoints.getOwnTourScoreAround, { ok: { rows: [boardRow(7, 3, 80)], followed: [] } }),
    )
    const followed = 'players you follow'
    expect((await table(followed)).map(([rank, , points]) => [rank, points])).toEqual([
      ['1', '15'],
      ['3', '3'],
    ])
    await user.click(screen.getByRole('tab', { name: 'all time' }))
    await waitFor(async () =>
      expect((await table(followed)).map(([, , points]) => points)).toEqual(['90', '80']),
    )
    expect(address()).toBe('/leaderboard?who=followed&tab=global')
    await user.click(screen.getByRole('tab', { name: 'this tour' }))
    expect(await screen.findByText('Nobody you follow is here.')).toBeDefined()
  })
})
