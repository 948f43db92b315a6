import type { Crowd } from '@called-it/shared/contract/show-picks'
import type { Show } from '@called-it/shared/contract/shows'
import { emptyDraft } from '@called-it/shared/game/draft'
import type { Page } from '@playwright/test'
import { fan, respond, type Screen, WIDE_MADE_UP } from './screen.ts'

const HOUR_MS = 3_600_000

const listShows = async (page: Page, list: 'upcoming' | 'recent/multiple'): Promise<[Show, ...Show[]]> =>
  (await (await page.request.get(`/api/shows/${list}`)).json()).shows

/** Home as it is in another phase: the lists of shows decide it. */
const showsPhase =
  (
    region: string,
    listsOf: (page: Page) => Promise<{ live?: Show[]; upcoming: Show[]; recent?: Show[]; more?: object }>,
  ) =>
  async (page: Page) => {
    const { live = [], upcoming, recent = [], more = {} } = await listsOf(page)
    await respond(page, {
      '/api/shows/live': { shows: live },
      '/api/shows/upcoming': { shows: upcoming },
      '/api/shows/recent/multiple': { shows: recent },
      ...more,
    })
    await page.goto('/')
    await page.getByRole('region', { name: region }).first().waitFor()
  }

const tonight = (show: Show, phase: Show['phase']): Show => ({
  ...show,
  phase,
  is_open: false,
  showdate: new Date().toISOString().slice(0, 10),
  locks_at: new Date(Date.now() - HOUR_MS).toISOString(),
  starts_at: new Date(Date.now() + HOUR_MS / 5).toISOString(),
})

/** A scored show, as it was during the night. */
async function playingShow(page: Page) {
  const [show] = await listShows(page, 'recent/multiple')
  const live = await (await page.request.get(`/api/shows/${show.id}/live`)).json()
  return {
    live: [{ ...tonight(show, 'live'), is_scored: false }],
    upcoming: await listShows(page, 'upcoming'),
    more: { [`/api/shows/${show.id}/live`]: { ...live, phase: 'live', openSet: 'encore' } },
  }
}

async function lockedShow(page: Page) {
  const [show, ...upcoming] = await listShows(page, 'upcoming')
  const songs = ['Bring the Ladder', 'Every Gauge in the Red', 'Gravel Parade'].map((name, index) => ({
    id: index + 1,
    name,
    players: 12 - 4 * index,
    chance: null,
  }))
  const crowd: Crowd = { players: 41, card: emptyDraft<{ id: number; name: string }>(), songs }
  return { live: [tonight(show, 'locked')], upcoming, more: { [`/api/shows/${show.id}/crowd`]: crowd } }
}

const distantShows = async (page: Page) =>
  (await listShows(page, 'upcoming')).map((show) => ({
    ...show,
    locks_at: new Date(Date.parse(show.locks_at) + 48 * HOUR_MS).toISOString(),
  }))

export const homeScreens: readonly Screen[] = [
  fan(
    'home-picking',
    '/',
    showsPhase('next show', async (page) => ({ upcoming: await listShows(page, 'upcoming') })),
    WIDE_MADE_UP,
  ),
  fan('home-lobby', '/', showsPhase('tonight', lockedShow), WIDE_MADE_UP),
  fan('home-live', '/', showsPhase('on now', playingShow), WIDE_MADE_UP),
  fan(
    'home-morning',
    '/',
    showsPhase('last night', async (page) => {
      const recent = await listShows(page, 'recent/multiple')
      const scored_at = new Date().toISOString()
      return {
        upcoming: await distantShows(page),
        recent: recent.map((show) => ({ ...show, scored_at, locks_at: scored_at })),
      }
    }),
    WIDE_MADE_UP,
  ),
  fan(
    'home-nothing',
    '/',
    showsPhase('next show', async () => ({ upcoming: [] })),
    WIDE_MADE_UP,
  ),
]
