import type { League, LeagueMember, LeaguePage } from '@called-it/shared/contract/leagues'
import { ann } from './factories.ts'

/** A league over all shows, as its member Ann sees it. */
export function leagueOf(id: number, rest: Partial<League> = {}): League {
  return {
    id,
    name: `League ${id}`,
    tour: null,
    counts_from: 'all',
    drop_worst: 0,
    members: 3,
    role: 'member',
    shows_presence: false,
    deleted_until: null,
    ...rest,
  }
}

/** With two of three shows played: 10 and 20 points. */
export function memberOf(id: number, rest: Partial<LeagueMember> = {}): LeagueMember {
  const name = id === ann.id ? ann.display_name : `fan ${id}`
  return {
    player: { id, display_name: name, avatar_path: null },
    role: 'member',
    joined_at: '2026-01-01T00:00:00Z',
    shows: 3,
    played: 2,
    total: 30,
    best: 20,
    worst: [],
    ...rest,
  }
}

export function leaguePageOf(id: number, rest: Partial<LeaguePage> = {}): LeaguePage {
  return {
    league: leagueOf(id),
    table: [memberOf(ann.id), memberOf(8, { total: 50 }), memberOf(9, { total: 25 })],
    weeks: [],
    live: [],
    version: 3,
    ...rest,
  }
}
