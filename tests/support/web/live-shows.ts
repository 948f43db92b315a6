import type { LivePerformance, LiveShow } from '@called-it/shared/contract/live-shows'
import { packHistogram } from '@called-it/shared/game/live/histogram'

/** A song of a show with 60 players. It has its id in its name. */
export function played(
  sequence: number,
  set: string,
  position: number,
  songId: number,
  rest: Partial<LivePerformance> = {},
): LivePerformance {
  return {
    sequence,
    set,
    position,
    song: { id: songId, name: `Song ${songId}` },
    at: '2026-06-20T23:40:00Z',
    players: 15,
    exact: 3,
    holders: ['Ben Birch'],
    gap: 4,
    ...rest,
  }
}

/** With 60 players: two above 15 points, one at 15, the others at none. */
export function liveShowOf(performances: LivePerformance[], rest: Partial<LiveShow> = {}): LiveShow {
  return {
    revision: performances.length,
    phase: 'live',
    openSet: 'set1',
    players: 60,
    histogram: packHistogram([
      { total: 22, players: 1 },
      { total: 17, players: 1 },
      { total: 15, players: 1 },
      { total: 0, players: 57 },
    ]),
    top: [
      [22, 9, 'Wide Wanda'],
      [17, 8, 'Ben Birch'],
      [15, 7, 'Ann Alder'],
    ],
    performances,
    viewers: 204,
    version: 1 + performances.length,
    ...rest,
  }
}
