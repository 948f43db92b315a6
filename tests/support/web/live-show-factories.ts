import { chanceEndpoints, type SystemCard } from '@called-it/shared/contract/chances'
import type {
  LivePerformance,
  LiveShow,
  LiveShowChange,
  ShowBoard,
} from '@called-it/shared/contract/live-shows'
import type { ShowPage } from '@called-it/shared/contract/show-pages'
import type { Show } from '@called-it/shared/contract/shows'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS } from '@called-it/shared/game/points'
import { ann, predictionOf } from './factories.ts'
import { type FakeRoute, fake } from './fake-api.ts'

/** With song 1 as the opener, not scored. */
export function systemCard(player: SystemCard['player'], rest: Partial<SystemCard> = {}): SystemCard {
  const picks = predictionOf(5).setlist
  return { player, name: `the ${player}`, picks, total: null, beaten_by: null, ...rest }
}

export function systemCardsAre(...cards: SystemCard[]): FakeRoute {
  return fake(chanceEndpoints.listSystemCards, { ok: { cards } })
}

/** Nobody has it; songs are named after their ids. */
export function livePerformance(
  sequence: number,
  set: string,
  position: number,
  songId: number,
): LivePerformance {
  const song = { id: songId, name: `Song ${songId}` }
  return { sequence, set, position, song, at: null, players: 0, exact: 0, holders: [], gap: null }
}

/** Three players, of whom one has points: song 1 has opened the show. */
export function liveShowOf(rest: Partial<LiveShow> = {}): LiveShow {
  return {
    revision: 1,
    phase: 'live',
    openSet: 'set1',
    players: 3,
    histogram: packHistogram([
      { total: POINTS.correctSpecial, players: 1 },
      { total: 0, players: 2 },
    ]),
    top: [
      [POINTS.correctSpecial, 9, 'Wren Alder'],
      [0, 7, 'Ann Alder'],
      [0, null, null],
    ],
    performances: [livePerformance(1, 'set1', 1, 1)],
    viewers: 4,
    version: 3,
    ...rest,
  }
}

/** The step after `liveShowOf`. */
export function liveStep(
  showId: number,
  rest: Partial<LiveShowChange> & { from?: number; to?: number } = {},
) {
  const { performances: _, viewers: __, version, ...board } = liveShowOf({ revision: 2 })
  const topic = `live:${showId}`
  return { topic, showId, from: version, to: version + 1, ...board, changed: [], songs: 1, ...rest }
}

/** Rows of a board by total, highest first; players are named after their ids, null has no name. */
export function showBoardOf(
  players: readonly (readonly [total: number, id: number | null])[],
  rest: Partial<ShowBoard> = {},
): ShowBoard {
  const rows = players.map(([total, id]) => ({
    rank: 1 + players.filter(([other]) => other > total).length,
    total,
    player: id === null ? null : { id, display_name: `fan ${id}`, avatar_path: null },
    isOwn: id === ann.id,
  }))
  const own = rows.find(({ isOwn }) => isOwn)
  return {
    rows,
    players: rows.length,
    own: own ? { rank: own.rank, total: own.total } : null,
    revision: 1,
    followed: [],
    next: null,
    ...rest,
  }
}

/** What the page of a show begins with, at version 1 of each topic. */
export function showPageOf(show: Show, rest: Partial<ShowPage> = {}): ShowPage {
  const { id, phase, is_scored: isScored, is_open: isOpen } = show
  return {
    phase,
    now: new Date().toISOString(),
    settings_version: 1,
    topics: { settings: 1, catalogue: 1, shows: 1, [`show:${id}`]: 1, [`live:${id}`]: 1 },
    show,
    status: { isScored, isOpen, hasSetlist: isScored, players: 26 },
    upcoming: isOpen ? [show] : [],
    tonight: [],
    openers: null,
    live: null,
    crowd: null,
    system_cards: null,
    setlist: null,
    corrections: null,
    tours: null,
    ...rest,
  }
}
