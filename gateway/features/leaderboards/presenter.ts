import type { PlacedStanding } from '@called-it/infra/postgres/queries/standings/standings'
import type { OwnScore } from '@called-it/shared/contract/leaderboards'

export function presentOwnScore(
  standing: PlacedStanding | null,
  board: { players: number; version: number },
): OwnScore {
  return {
    totalScore: standing?.total ?? 0,
    showsParticipated: standing?.shows ?? 0,
    bestScore: standing?.best ?? 0,
    rank: standing?.rank ?? null,
    players: board.players,
    version: board.version,
  }
}
