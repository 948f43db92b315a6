import { createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { PACKED_PICKS_BYTES, packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import type { ActualSetlist, OpenSet, Picks } from '@called-it/shared/game/setlist'

/** One after the other, as a live board reads them. */
export function packAll(predictions: readonly Picks[]): Uint8Array {
  const packed = new Uint8Array(predictions.length * PACKED_PICKS_BYTES)
  for (const [index, picks] of predictions.entries()) packed.set(packPicks(picks), index * PACKED_PICKS_BYTES)
  return packed
}

/** The reference of the live board: all predictions once more by the bulk scorer. */
export function totalsByBulkScorer(
  packed: Uint8Array,
  actual: ActualSetlist,
  openSet: OpenSet,
  merged = NO_MERGES,
): number[] {
  const scorer = createBulkScorer(actual, merged, openSet)
  return Array.from(
    { length: packed.length / PACKED_PICKS_BYTES },
    (_, index) => scorer.score(packed, index * PACKED_PICKS_BYTES).total,
  )
}
