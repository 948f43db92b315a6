import { type PlayerPage, type PlayerShow, playerEndpoints } from '@called-it/shared/contract/players'
import { type FakeRoute, fake } from './fake-api.ts'

export const wren = { id: 12, display_name: 'Wren Alder', avatar_path: null }
export const mo = { id: 13, display_name: 'Mo', avatar_path: null }

export const playedNight = (id: number, date = '2026-03-05') => ({
  id,
  date,
  venue: `Hall ${id}`,
  location: 'Kyoto, Japan',
})

export function playerShowOf(id: number, total: number, rest: Partial<PlayerShow> = {}): PlayerShow {
  return { show: playedNight(id), tour_id: 1, total, rank: 2, players: 40, ...rest }
}

/** Wren's page, with a tour, two shows, a song and two badges. */
export function playerPageOf(rest: Partial<PlayerPage> = {}): PlayerPage {
  const overall = { tour: null, total: 1_204, shows: 41, best: 44, rank: 3, players: 2_000 }
  return {
    player: wren,
    shows_picks: true,
    record: [overall, { ...overall, tour: { id: 1, name: 'Fall 2026' }, total: 70, shows: 2, rank: 5 }],
    best_shows: [playerShowOf(2, 44, { rank: 1 }), playerShowOf(1, 26)],
    rarest: [{ song: { id: 9, name: 'Owl Hours' }, gap: 112, show: playedNight(2) }],
    badges: [
      { badge: 'first-show', show: playedNight(1) },
      { badge: 'whole-tour', show: null },
    ],
    ...rest,
  }
}

/** Pages and shows of these players; others are unknown. */
export function playersAre(
  pages: readonly PlayerPage[],
  shows: Readonly<Record<number, PlayerShow[]>> = {},
): FakeRoute[] {
  return [
    fake(playerEndpoints.getPlayer, ({ params }) => {
      const page = pages.find(({ player }) => player.id === Number(params.userId))
      return page ? { ok: page } : { error: 'user_not_found' }
    }),
    fake(playerEndpoints.listPlayerShows, ({ params }) => ({
      ok: { shows: shows[Number(params.userId)] ?? [] },
    })),
  ]
}
