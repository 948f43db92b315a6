import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@called-it/infra/postgres/client'
import { type Show, waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import { readPackedPicks } from '@called-it/infra/postgres/queries/predictions/public-picks'
import { CROWD_SONGS } from '@called-it/shared/contract/show-picks'
import { PickCounter } from '@called-it/shared/game/bulk/pick-counter'
import { crowdCard, mostPicked, type PickedSong } from '@called-it/shared/game/crowd'
import type { MergedSongs } from '@called-it/shared/game/merged-songs'
import type { Picks } from '@called-it/shared/game/setlist'

/** Postgres reads a slice in 5 ms. The same counts in one statement take 830 ms for 100,000 predictions. */
const SLICE = 10_000

const MAX_SHOWS = 100

export type CrowdCount = { readonly players: number; readonly card: Picks; readonly songs: PickedSong[] }

export type CrowdCounts = {
  /** Of a show whose picks are public. */
  find(show: Show, merged: MergedSongs): Promise<CrowdCount>
}

type Kept = { readonly key: string; readonly count: Promise<CrowdCount> }

/**
 * Counts the picks of a show once: they stay as they are, also when it is scored, until it is reopened, which moves its
 * lock. Concurrent requests share the count.
 */
export function openCrowdCounts(db: Database, { slice = SLICE, maxShows = MAX_SHOWS } = {}): CrowdCounts {
  const kept = new Map<number, Kept>()

  /** Evicts the least recently used show. */
  function keep(showId: number, one: Kept): void {
    kept.delete(showId)
    kept.set(showId, one)
    const [oldest] = kept.keys()
    if (kept.size > maxShows && oldest !== undefined) kept.delete(oldest)
  }

  function start(showId: number, key: string, merged: MergedSongs): Kept {
    const started = { key, count: countPicks(db, { showId, slice, merged }) }
    started.count.catch(() => {
      if (kept.get(showId) === started) kept.delete(showId)
    })
    return started
  }

  return {
    find(show, merged) {
      const key = JSON.stringify([show.locksAt, ...merged])
      const known = kept.get(show.id)
      const current = known?.key === key ? known : start(show.id, key, merged)
      keep(show.id, current)
      return current.count
    },
  }
}

type Counting = { showId: number; slice: number; merged: MergedSongs }

async function countPicks(db: Database, { showId, slice, merged }: Counting): Promise<CrowdCount> {
  // The count is kept: a save of the last moment would never be in it.
  await waitForSaves(db, showId)
  const counter = new PickCounter(merged)
  for (let after = 0; ; ) {
    const page = await readPackedPicks(db, showId, { after, limit: slice })
    if (!page) break
    counter.add(page.packed)
    after = page.last
    await nextTurn()
  }
  const counts = counter.counts()
  return { players: counts.players, card: crowdCard(counts), songs: mostPicked(counts, CROWD_SONGS) }
}
