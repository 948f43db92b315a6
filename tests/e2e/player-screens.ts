import type { Page } from '@playwright/test'
import { expectLoaded, fan, invent, respond, type Screen, visitor, WIDE, WIDE_MADE_UP } from './screen.ts'

async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectLoaded(page)
}

/** Ids of players are not known before. */
async function openLeader(page: Page, query = ''): Promise<void> {
  const { leaderboard } = await (await page.request.get('/api/leaderboard')).json()
  await page.goto(`/players/${leaderboard[0].userId}${query}`)
  await loaded(page)
}

async function readOwnId(page: Page): Promise<number> {
  return (await (await page.request.get('/api/auth/me')).json()).id
}

async function openOwn(page: Page): Promise<void> {
  await page.goto(`/players/${await readOwnId(page)}`)
  await loaded(page)
}

/** With every badge, ten songs, many tours and 200 shows, under the longest name. */
async function openFullPage(page: Page, query = ''): Promise<void> {
  const venue = 'The Grand Municipal Auditorium at Lower Saint Bartholomew Harbor'
  const show = (id: number) => ({ id, date: '2026-03-05', venue, location: 'Llanfairpwllgwyngyll, Wales' })
  const played = Array.from({ length: 200 }, (_, at) => ({
    ...{ show: show(1_000 - at), tour_id: null, total: (at * 37) % 90, rank: 99_999, players: 1_000_000 },
  }))
  await invent(page, '**/api/players/*', async (route) => {
    const known = await (await route.fetch()).json()
    const [overall] = known.record
    const tour = (id: number) => ({ id, name: `The Long Winter Tour of the Year ${2_000 + id}` })
    const record = Array.from({ length: 12 }, (_, id) => ({ ...overall, tour: id === 0 ? null : tour(id) }))
    const badges = [
      ...['first-show', 'shows-5', 'shows-10', 'shows-25', 'whole-tour', 'five-in-a-row', 'never-zero'],
      ...['opener-called', 'encore-called', 'bust-out', 'perfect-set', 'night-won', 'machine-beaten'],
    ].map((badge) => ({ badge, show: show(1) }))
    const rarest = Array.from({ length: 10 }, (_, id) => ({
      ...{
        song: { id: id + 1, name: 'Lanterns Over the Unfinished Bridge, Pt. 2' },
        gap: 1_234,
        show: show(1),
      },
    }))
    const player = { ...known.player, display_name: 'Wolfeschlegelsteinhausenbergerdorffwelch' }
    const json = { ...known, player, record, badges, rarest, best_shows: played.slice(0, 5) }
    await route.fulfill({ json })
  })
  await invent(page, '**/api/players/*/shows', (route) => route.fulfill({ json: { shows: played } }))
  await openLeader(page, query)
}

async function openEmptyPage(page: Page): Promise<void> {
  await invent(page, '**/api/players/*', async (route) => {
    const known = await (await route.fetch()).json()
    await route.fulfill({ json: { ...known, record: [], best_shows: [], rarest: [], badges: [] } })
  })
  await openLeader(page)
}

/** Compared with a player whom the fan follows, of the widest name and without shows. */
async function openFollowedWithoutShows(page: Page): Promise<void> {
  const followed = { id: 99_999, display_name: 'W'.repeat(40), avatar_path: null }
  const path = `/api/players/${followed.id}`
  const empty = { shows_picks: true, record: [], best_shows: [], rarest: [], badges: [] }
  await respond(page, {
    '/api/users/current/follows': { players: [followed] },
    [path]: { player: followed, ...empty },
    [`${path}/shows`]: { shows: [] },
  })
  await openLeader(page, `?with=${followed.id}`)
  await page.getByText('No show to compare with').waitFor()
}

async function openCard(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'past shows' }).getByRole('group').first().click()
  await page.getByRole('link', { name: 'see the show' }).waitFor()
}

async function boardAround(page: Page): Promise<void> {
  await page.getByText('around me').waitFor()
  await expectLoaded(page)
}

async function openAround(page: Page): Promise<void> {
  await page.getByText('around me').click()
  await page.getByRole('table', { name: 'around me' }).waitFor()
}

export const playerScreens: readonly Screen[] = [
  visitor('player', '/', openLeader, { act: openCard, hasWideLayout: true }),
  visitor('player-full', '/', openFullPage, WIDE_MADE_UP),
  visitor('player-compared-full', '/', (page) => openFullPage(page, '?with=1'), WIDE_MADE_UP),
  visitor('player-empty', '/', openEmptyPage, WIDE_MADE_UP),
  visitor('player-unknown', '/players/0', (page) => page.getByText('There is no such player.').waitFor()),
  fan('player-own', '/', openOwn, WIDE),
  fan('player-compared', '/', async (page) => openLeader(page, `?with=${await readOwnId(page)}`), WIDE),
  fan('player-compared-empty', '/', openFollowedWithoutShows, WIDE_MADE_UP),
  fan('leaderboard-around-me', '/leaderboard?who=everyone', boardAround, { act: openAround }),
]
