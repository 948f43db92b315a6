import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { SET_NAMES, SET_SIZES } from '@called-it/shared/game/setlist'
import type { Page } from '@playwright/test'
import { expectRows, expectWelcome, type HomeRows } from './home-rows.ts'
import {
  expectLoaded,
  fan,
  respond,
  type Screen,
  visitor,
  WIDE,
  WIDE_MADE_UP,
  waitForChances,
} from './screen.ts'

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
const readJson = async (page: Page, path: string) => (await page.request.get(path)).json()

/** The responses of the server that decide the phase, and others by path. */
type Home = {
  tonight: Show[]
  next: Show
  upcoming: Show[]
  last: Show
  recent: Show[]
  /** The demo fan's; the own ones for the last show. */
  picks: Prediction[]
  own: Prediction
  more: Record<string, unknown>
}
type Phase = (home: Home, page: Page) => Partial<Home> | Promise<Partial<Home>>

/** The fan has no picks for the next show, which locks in two days, and the last one was long ago. */
async function readHome(page: Page, userId: number): Promise<Home> {
  const [first, ...upcoming]: Show[] = (await readJson(page, '/api/shows/upcoming')).shows
  const { shows }: { shows: Show[] } = await readJson(page, '/api/shows/recent/multiple')
  const picks: Prediction[] = (await readJson(page, `/api/users/${userId}/predictions`)).predictions
  const own = picks.find(({ show_id }) => shows.some(({ id }) => id === show_id))
  const played = shows.map((show) => ({ ...show, scored_at: null }))
  const [last, ...recent] = played.slice(played.findIndex(({ id }) => id === own?.show_id))
  if (!first || !last || !own) throw new Error('the demo is not as expected')
  const locks_at = inMinutes(2 * 24 * 60)
  const next = { ...first, locks_at, closes_at: locks_at, starts_at: locks_at }
  return { tonight: [], next, upcoming, last, recent, picks, own, more: {} }
}

/** Home in a phase: only what decides it is changed in the responses of the server. */
const home = (name: string, change: Phase, rows: HomeRows): Screen => {
  const settle = async (page: Page) => {
    const { id } = await readJson(page, '/api/auth/me')
    const before = await readHome(page, id)
    const now: Home = { ...before, ...(await change(before, page)) }
    await respond(page, {
      '/api/shows/live': { shows: now.tonight },
      '/api/shows/upcoming': { shows: now.upcoming.length > 0 ? [now.next, ...now.upcoming] : [] },
      '/api/shows/recent/multiple': { shows: [now.last, ...now.recent] },
      [`/api/users/${id}/predictions`]: { predictions: now.picks },
      ...now.more,
    })
    await page.goto('/')
    await page.getByRole('region', { name: rows.phase, exact: true }).waitFor()
    await expectLoaded(page)
    await expectRows(page, rows)
  }
  return fan(name, '/', settle, WIDE_MADE_UP)
}

const tonight = (show: Show, phase: Show['phase']): Show => ({
  ...show,
  phase,
  is_open: false,
  is_scored: false,
  showdate: new Date().toISOString().slice(0, 10),
  locks_at: inMinutes(-60),
  starts_at: inMinutes(12.7),
})
const picksFor = ({ id }: Show, own: Prediction): Prediction => ({
  ...own,
  id: 1,
  show_id: id,
  score: null,
})

const picking: Phase = async ({ next }, page) => {
  await waitForChances(page, next.id)
  return {}
}

const picked: Phase = ({ next, own, picks }) => ({ picks: [picksFor(next, own), ...picks] })

const lobby: Phase = async ({ next, upcoming: [following, ...upcoming], last, own, picks }, page) => ({
  tonight: [tonight(next, 'locked')],
  next: following ?? next,
  upcoming,
  picks: [picksFor(next, own), ...picks],
  more: { [`/api/shows/${next.id}/crowd`]: await readJson(page, `/api/shows/${last.id}/crowd`) },
})

/** The last show, as it was before its end. */
const live: Phase = async ({ last, recent: [before, ...recent] }, page) => {
  const path = `/api/shows/${last.id}/live`
  const board: LiveShow = { ...(await readJson(page, path)), phase: 'live', openSet: 'encore' }
  return {
    tonight: [tonight(last, 'live')],
    ...(before && { last: before }),
    recent,
    more: { [path]: board },
  }
}

const morning = ({ last }: Home): Partial<Home> => ({
  last: { ...last, scored_at: inMinutes(-1), locks_at: inMinutes(-5 * 60) },
})

/** The fan has all that was played. */
const won: Phase = async (home, page) => {
  const { performances }: LiveShow = await readJson(page, `/api/shows/${home.last.id}/live`)
  const slotsOf = (name: string, size: number) =>
    Array.from({ length: size }, (_, index) => {
      const played = performances.find(({ set, position }) => set === name && position === index + 1)
      return played?.song ?? null
    })
  const [set1, set2, encore] = SET_NAMES.map((name) => slotsOf(name, SET_SIZES[name]))
  if (!set1 || !set2 || !encore) throw new Error('a setlist has three sets')
  const best = { ...home.own, setlist: { ...home.own.setlist, set1, encore } }
  return { ...morning(home), picks: home.picks.map((one) => (one === home.own ? best : one)) }
}

const satOut: Phase = (home) => ({
  ...morning(home),
  picks: home.picks.filter((one) => one !== home.own),
})

async function welcome(page: Page): Promise<void> {
  await expectLoaded(page)
  await expectWelcome(page)
}

const RESULT = { phase: 'last night', buttons: ['share', 'breakdown'] } as const

/** Home in each phase (docs/rules.md, "Phases of home"), last in a list of screens: its responses stay. */
export const homeScreens: readonly Screen[] = [
  visitor('home-visitor', '/', welcome, WIDE),
  home('home-picking', picking, {
    ...{ phase: 'next show', buttons: [/^pick setlist/], below: ['what will they open with?'] },
  }),
  home('home-picked', picked, { phase: 'next show', buttons: ['edit picks', "I'm in"] }),
  home('home-lobby', lobby, {
    ...{ phase: 'tonight', buttons: ["see everybody's picks"], below: ['who opens?'] },
  }),
  home('home-live', live, { phase: 'on now', buttons: ['open the show'], below: ['on now'] }),
  home('home-won', won, RESULT),
  home('home-rank', morning, RESULT),
  home('home-sat-out', satOut, { phase: 'last night', buttons: ['see the show'] }),
  home('home-nothing', () => ({ upcoming: [] }), {
    ...{
      phase: 'next show',
      buttons: ['play this show', 'choose another'],
      below: ['podium'],
      hasShow: false,
    },
  }),
]
