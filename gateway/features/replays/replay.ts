import type { Database } from '@called-it/infra/postgres/client'
import { getScoredBy } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { listPlayed, type PlayedPerformance } from '@called-it/infra/postgres/queries/live/played-songs'
import { listShownPlayers } from '@called-it/infra/postgres/queries/players/players'
import { findReplay } from '@called-it/infra/postgres/queries/standings/tour-histories'
import type { StoredReplayStep } from '@called-it/infra/postgres/schema/builds'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import type { Replay } from '@called-it/shared/contract/replays'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { ApiError } from '../../http/errors.ts'
import { Accepted, type Serializable } from '../../http/handler.ts'
import { getShowWithPublicPicks } from '../../resources/show.ts'
import type { Builds } from '../../runs/builds.ts'

export type ReplayParts = { readonly db: Database; readonly builds: Builds }

/**
 * The replay of the present scores. The first request has it computed.
 *
 * @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`, `show_not_scored`; `unavailable` after a failure
 */
export async function readReplay({ db, builds }: ReplayParts, showId: number, disconnected: AbortSignal) {
  const { scoreSetId } = await getShowWithPublicPicks(db, showId)
  if (scoreSetId === null) throw new ApiError('show_not_scored')
  const steps = await builds.find(
    'build-replay',
    { showId },
    () => findReplay(db, showId, scoreSetId),
    disconnected,
  )
  return steps ? readNames(db, scoreSetId, steps) : new Accepted({ status: 'computing' as const })
}

async function readNames(db: Database, scoreSetId: number, steps: readonly StoredReplayStep[]) {
  const userIds = [...new Set(steps.flatMap(({ top }) => top.map(([userId]) => userId)))]
  const { revisionId, points } = await getScoredBy(db, scoreSetId)
  const played = await listPlayed(db, revisionId)
  const players = await listShownPlayers(db, userIds)
  return { ...presentReplay({ steps, played, userIds, players }), points }
}

type Named = {
  steps: readonly StoredReplayStep[]
  played: readonly PlayedPerformance[]
  /** Each once. */
  userIds: readonly number[]
  /** Those who show their picks, by user id. */
  players: ReadonlyMap<number, NamedPlayer>
}

function presentReplay({ steps, played, userIds, players }: Named): Serializable<Replay> {
  const places = new Map(userIds.map((userId, place) => [userId, place]))
  const counts = unpackHistogram(steps[0]?.histogram ?? '')
  return {
    players: counts.reduce((sum, count) => sum + count.players, 0),
    performances: played.map(({ gap: _, ...performance }) => performance),
    steps: steps.map(({ histogram, top }) => ({
      histogram,
      top: top.map(([userId, total]) => [places.get(userId) ?? 0, total]),
    })),
    names: userIds.map((userId) => {
      const player = players.get(userId)
      return player ? { id: player.id, display_name: player.display_name } : null
    }),
  }
}
