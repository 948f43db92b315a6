import { setImmediate as nextTurn } from 'node:timers/promises'
import { PickCounter } from '@called-it/shared/game/bulk/pick-counter'
import type { PickCounts } from '@called-it/shared/game/crowd'
import type { MergedSongs } from '@called-it/shared/game/merged-songs'
import type { Database } from '../../client.ts'
import { findPackedPicks } from './public-picks.ts'

/** Postgres reads a slice in 5 ms. The same counts in one statement take 830 ms for 100,000 predictions. */
const SLICE = 10_000

/** The picks of the show have to be public. Other work gets a turn between two slices. */
export async function getPickCounts(
  db: Database,
  showId: number,
  { merged, slice = SLICE }: { merged: MergedSongs; slice?: number | undefined },
): Promise<PickCounts> {
  const counter = new PickCounter(merged)
  for (let after = 0; ; ) {
    const page = await findPackedPicks(db, showId, { after, limit: slice })
    if (!page) return counter.counts()
    counter.add(page.packed)
    after = page.last
    await nextTurn()
  }
}
