import { createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { PACKED_PICKS_BYTES, packPicks } from '@called-it/shared/game/bulk/packed-picks'
import type { LiveBoard } from '@called-it/shared/game/live/live-board'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import type { ActualSetlist, OpenSet, Picks } from '@called-it/shared/game/setlist'
import fc from 'fast-check'
import { expect } from 'vitest'

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

/** Histogram, order and top rows against a sort of all totals. */
export function expectRowsOf(board: LiveBoard, totals: readonly number[]): void {
  const rows = totals
    .map((total, player) => ({ player, total, rank: 1 + totals.filter((other) => other > total).length }))
    .sort((one, other) => other.total - one.total || one.player - other.player)
  expect(Array.from(board.order())).toEqual(rows.map(({ player }) => player))
  for (const limit of [1, 10, 100]) expect(board.top(limit)).toEqual(rows.slice(0, limit))
  const counts = Map.groupBy(rows, ({ total }) => total)
  expect(board.histogram()).toEqual(Array.from(counts, ([total, { length }]) => ({ total, players: length })))
}

/** Songs are numbered from 1 to `most`. */
export const picksOf = (most: number): fc.Arbitrary<Picks> => {
  const slots = (size: number) =>
    fc.array(fc.option(fc.integer({ min: 1, max: most }), { freq: 6 }), { maxLength: size, size: 'max' })
  return fc.record({ set1: slots(8), set2: slots(8), encore: slots(3) })
}

export const mergesOf = (most: number) =>
  fc
    .integer({ min: 1, max: most })
    .chain((into) =>
      fc
        .uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 4 })
        .map((songs) => new Map(songs.filter((song) => song !== into).map((song) => [song, into]))),
    )
