import type { PlayedPerformance } from '@called-it/infra/postgres/queries/live/played-songs'
import type { StoredReplayStep } from '@called-it/infra/postgres/schema/builds'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import type { Replay } from '@called-it/shared/contract/replays'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import type { Serializable } from '../../http/handler.ts'

type Named = {
  steps: readonly StoredReplayStep[]
  played: readonly PlayedPerformance[]
  /** Each once. */
  userIds: readonly number[]
  /** Those who show their picks, by user id. */
  players: ReadonlyMap<number, NamedPlayer>
}

export function presentReplay({ steps, played, userIds, players }: Named): Serializable<Replay> {
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
