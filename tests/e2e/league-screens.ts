import type { League, LeagueMember, LeaguePage } from '@called-it/shared/contract/leagues'
import type { Page } from '@playwright/test'
import { outlines } from './outlines.ts'
import { fan, MADE_UP, respond, type Screen, visitor, WIDE_MADE_UP } from './screen.ts'

const NAMES = ['Wren Alder', 'Ida', 'Maximiliane von der Abendsonne zu Hause', '🦆 duck', 'سارة', 'Bo Birch']

const leagueOf = (id: number, rest: Partial<League> = {}): League => ({
  id,
  name: 'Row F',
  tour: null,
  counts_from: 'all',
  drop_worst: 2,
  members: 6,
  role: 'owner',
  shows_presence: false,
  deleted_until: null,
  ...rest,
})

const LONG_TITLE = 'The friends of the very last song of the night'

/** The demo fan is in the middle. */
function membersOf(count: number, fanId: number): LeagueMember[] {
  return Array.from({ length: count }, (_, index) => ({
    player: {
      id: index === Math.floor(count / 2) ? fanId : 10_000 + index,
      display_name: `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : ` ${index}`}`,
      avatar_path: null,
    },
    role: index === 0 ? 'owner' : index === 1 ? 'co-owner' : 'member',
    joined_at: '2026-01-01T00:00:00Z',
    shows: 12,
    played: 12 - (index % 7),
    total: Math.max(0, 912 - index * 7),
    best: 96,
    worst: [],
  }))
}

const showsLeagues = (leagues: readonly League[], text: string) => async (page: Page) => {
  await respond(page, { '/api/leagues': { leagues } })
  await page.goto('/leagues')
  await page.getByText(text).first().waitFor()
}

const showsLeague =
  (id: number, members: number, live: number[] = []) =>
  async (page: Page) => {
    const { id: fanId } = await (await page.request.get('/api/auth/me')).json()
    const league: LeaguePage = {
      league: leagueOf(id, { members }),
      table: membersOf(members, fanId),
      weeks: ['2026-06-29', '2026-06-22'],
      live,
      version: 1,
    }
    const invitation = { token: 'a'.repeat(22), code: 'HKPT46' }
    await respond(page, {
      [`/api/leagues/${id}`]: league,
      [`/api/leagues/${id}/invitation`]: invitation,
      [`/api/leagues/${id}/movement`]: { movement: null },
      [`/api/leagues/${id}/shows/*/picked`]: { members, picked: Math.ceil(members / 2) },
    })
    await page.goto(`/leagues/${id}`)
    await page.getByRole('table', { name: 'league table' }).waitFor()
    await page.getByText('HKPT46').waitFor()
  }

/** The first setlist of the demo as if it were played right now, with a card that has its opener. */
async function showsLiveLeague(page: Page): Promise<void> {
  const { shows } = await (await page.request.get('/api/shows/recent/multiple')).json()
  const showId: number = shows[0].id
  const live = await (await page.request.get(`/api/shows/${showId}/live`)).json()
  const [opener] = live.performances
  const empty = { set1: [], set2: [], encore: [] }
  const cards = Array.from({ length: 4 }, (_, index) => ({
    user_id: 10_000 + index,
    picks: { ...empty, set1: index % 2 ? [opener.song] : [] },
  }))
  await respond(page, { [`/api/leagues/3/shows/${showId}/cards`]: { cards } })
  await showsLeague(3, 6, [showId])(page)
  await page.getByRole('columnheader', { name: 'tonight' }).waitFor()
}

const showsInvitation = (isFull: boolean, settled: string) => async (page: Page) => {
  const invited = { name: LONG_TITLE, members: 500, is_full: isFull, league_id: null }
  await respond(page, { '/api/invitations/HKPT46': invited })
  await page.goto('/join/HKPT46')
  await page.getByText(settled).waitFor()
}

const deletedUntil = () => new Date(Date.now() + 20 * 3_600_000).toISOString()

const showsSeveral = (page: Page) =>
  showsLeagues(
    [
      leagueOf(1),
      leagueOf(2, { name: LONG_TITLE, members: 500, role: 'member', counts_from: 'joining' }),
      leagueOf(3, { name: 'Gone', deleted_until: deletedUntil() }),
    ],
    'Row F',
  )(page)

async function openNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'start a league' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openMembers(page: Page): Promise<void> {
  await page.getByText('who plays').click()
  await page.getByRole('button', { name: 'change Ida' }).waitFor()
}

/** The board of all time, since the responses are those of no show. */
async function showsLeagueBoard(page: Page): Promise<void> {
  await respond(page, { '/api/leagues': { leagues: [leagueOf(1), leagueOf(2, { name: LONG_TITLE })] } })
  await showsLeague(1, 6)(page)
  await page.goto('/leaderboard?who=1&tab=global')
  await page.getByRole('table', { name: 'league table' }).waitFor()
}

async function showsBoardWithoutLeague(page: Page): Promise<void> {
  await respond(page, { '/api/leagues': { leagues: [] } })
  await page.goto('/leaderboard')
  await page.getByRole('row').nth(3).waitFor()
}

async function findLeague(page: Page): Promise<void> {
  const invited = { name: LONG_TITLE, members: 500, is_full: false, league_id: null }
  await respond(page, { '/api/invitations/HKPT46': invited })
  await page.getByLabel('got a code?').fill('hkpt46')
  await page.getByText(LONG_TITLE).waitFor()
}

const showsNone = showsLeagues([], 'play against your friends')
const unknown = (page: Page) => page.getByText('There is no such league of yours.').waitFor()

export const leagueScreens: readonly Screen[] = [
  visitor('invitation', '/login', showsInvitation(false, 'You sign up or log in first'), WIDE_MADE_UP),
  visitor('invitation-full', '/login', showsInvitation(true, 'This league is full.'), MADE_UP),
  fan('leagues-empty', '/profile', showsNone, WIDE_MADE_UP),
  fan('leagues', '/profile', showsSeveral, WIDE_MADE_UP),
  fan('league-new-dialog', '/profile', showsNone, { act: openNew }),
  fan('league', '/profile', showsLeague(1, 6), WIDE_MADE_UP),
  fan('league-live', '/profile', showsLiveLeague, WIDE_MADE_UP),
  fan('league-500-members', '/profile', showsLeague(2, 500), WIDE_MADE_UP),
  fan('league-members', '/profile', showsLeague(1, 6), { act: openMembers }),
  fan('leaderboard-league', '/profile', showsLeagueBoard, {
    ...WIDE_MADE_UP,
    outline: outlines.leaderboardLeague,
  }),
  fan('leaderboard-no-league', '/profile', showsBoardWithoutLeague, {
    ...WIDE_MADE_UP,
    act: findLeague,
    outline: outlines.leaderboardNoLeague,
  }),
  fan('league-unknown', '/leagues/0', unknown),
]
