import type { Database } from '@called-it/infra/postgres/client'
import { type Show, waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getPickCounts } from '@called-it/infra/postgres/queries/predictions/public-picks'
import { CROWD_OPENERS, CROWD_SONGS } from '@called-it/shared/contract/show-picks'
import { crowdCard, mostPicked, type PickedSong } from '@called-it/shared/game/crowd'
import type { MergedSongs } from '@called-it/shared/game/merged-songs'
import type { Picks } from '@called-it/shared/game/setlist'
import { keepById } from '../../resources/kept-by-id.ts'

const MAX_SHOWS = 100

export type CrowdCount = {
  readonly players: number
  readonly card: Picks
  /** With all that tie with the last of them. */
  readonly songs: readonly PickedSong[]
  readonly openers: readonly PickedSong[]
}

export type CrowdCounts = {
  /** The picks of the show have to be public. */
  find(show: Show, merged: MergedSongs): Promise<CrowdCount>
}

type Sizes = { slice?: number; maxShows?: number }

/**
 * Counts the picks of a show once: they stay as they are, also when it is scored, until it is reopened, which moves its
 * lock. Concurrent requests share the count.
 */
export function openCrowdCounts(db: Database, { slice, maxShows = MAX_SHOWS }: Sizes = {}): CrowdCounts {
  const kept = keepById<CrowdCount>(maxShows)
  return {
    find: (show, merged) =>
      kept.find(show.id, JSON.stringify([show.locksAt, ...merged]), () =>
        countPicks(db, { showId: show.id, slice, merged }),
      ),
  }
}

type Counting = { showId: number; slice: number | undefined; merged: MergedSongs }

async function countPicks(db: Database, { showId, slice, merged }: Counting): Promise<CrowdCount> {
  // The count is kept: a save of the last moment would never be in it.
  await waitForSaves(db, showId)
  const counts = await getPickCounts(db, showId, { merged, slice })
  return {
    players: counts.players,
    card: crowdCard(counts),
    songs: mostPicked(counts.songs, CROWD_SONGS),
    openers: mostPicked(counts.slots[0] ?? new Map(), CROWD_OPENERS),
  }
}
