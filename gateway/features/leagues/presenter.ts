import type { LeagueMember as StoredMember } from '@called-it/infra/postgres/queries/leagues/league-tables'
import type { League as StoredLeague } from '@called-it/infra/postgres/queries/leagues/leagues'
import type { League, LeagueMember } from '@called-it/shared/contract/leagues'
import { presentPlayer } from '../../resources/named-player.ts'

export function presentLeague(league: StoredLeague): League {
  return {
    id: league.id,
    name: league.name,
    tour: league.tour,
    counts_from: league.countsFrom,
    drop_worst: league.dropWorst,
    members: league.members,
    role: league.role,
    shows_presence: league.showsPresence,
    deleted_until: league.deletedUntil?.toISOString() ?? null,
  }
}

export function presentMember(member: StoredMember): LeagueMember {
  return {
    player: presentPlayer({ ...member, id: member.userId }),
    role: member.role,
    joined_at: member.joinedAt.toISOString(),
    shows: member.shows,
    played: member.played,
    total: member.total,
    best: member.best,
    worst: member.worst,
  }
}
