import type { LivePerformance } from '@called-it/shared/contract/live-shows'
import { groupBySet } from '@called-it/shared/game/group-by-set'
import type { ActualSetlist } from '@called-it/shared/game/setlist'

/** The setlist so far, as the scorer takes it. */
export function setlistOfLive(
  performances: readonly Pick<LivePerformance, 'sequence' | 'set' | 'song'>[],
): ActualSetlist {
  const inOrder = performances.toSorted((one, other) => one.sequence - other.sequence)
  return groupBySet(inOrder.map(({ set, song }) => ({ set, song: song.id })))
}
