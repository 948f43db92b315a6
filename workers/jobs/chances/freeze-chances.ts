import { isDeepStrictEqual } from 'node:util'
import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { enqueueBadges } from '@called-it/infra/postgres/queries/badges/badges'
import { waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import {
  deleteExpectedPointsOfShow,
  enqueueSums,
  insertExpectedPoints,
} from '@called-it/infra/postgres/queries/chances/above-expectation'
import {
  findDueFreeze,
  freezeChances as freeze,
  insertLeastChances,
  LEAST_CHANCE,
  listSongChances,
} from '@called-it/infra/postgres/queries/chances/frozen-chances'
import { scoreSystemCards, storeSystemCard } from '@called-it/infra/postgres/queries/chances/system-cards'
import { disableSorts, listPicks } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { findScoreSet } from '@called-it/infra/postgres/queries/standings/score-sets'
import { holdOpenJobForUpdate, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'
import { averageExpected, sumExpectedPoints } from '@called-it/shared/game/bulk/expected-points'
import { PickCounter } from '@called-it/shared/game/bulk/pick-counter'
import { crowdCard } from '@called-it/shared/game/crowd'
import { type MergedSongs, resolveSong } from '@called-it/shared/game/merged-songs'
import type { SongId } from '@called-it/shared/game/setlist'

/** 10 ms of counting, during which the process does nothing else. */
const SLICE = 5_000

/**
 * Keeps the chances of a show as they stand at its lock, with the expected points of each player and the card of the
 * crowd, in one transaction. The show's row is locked at the end only, as for the commitments.
 */
export function freezeChances({
  db,
  publisher,
}: {
  db: Database
  publisher: EventPublisher
}): JobHandlers['freeze-chances'] {
  return async ({ showId }, { outboxId }) => {
    await waitForSaves(db, showId)
    await changeAndPublish(db, publisher, async (trx, changed) => {
      if (!(await holdOpenJobForUpdate(trx, outboxId))) return
      const due = await findDueFreeze(trx, showId)
      if (due) {
        const merged = await getMergedSongs(trx)
        const card = await freezeAtLock(trx, showId, merged)
        await waitForSaves(trx, showId)
        if (!isDeepStrictEqual(await findDueFreeze(trx, showId), due)) {
          throw new Error(`show ${showId} was changed while its picks were read`)
        }
        // Not before the show: opening its picks again locks the two in this order.
        await freeze(trx, showId)
        await storeSystemCard(trx, showId, 'crowd', card)
        await scoreIfLate(trx, showId, merged)
        changed.add(topics.show(showId))
      }
      await markJobDone(trx, outboxId)
    })
  }
}

/** @returns the card of the crowd */
async function freezeAtLock(trx: DatabaseTransaction, showId: number, merged: MergedSongs) {
  const chances = await listSongChances(trx, showId)
  const known = new Map(chances.map(({ song, expected }) => [song, expected]))
  const least = averageExpected(chances, LEAST_CHANCE)
  const expectedOf = (song: SongId) => known.get(resolveSong(merged, song)) ?? least

  await deleteExpectedPointsOfShow(trx, showId)
  await disableSorts(trx)
  const counter = new PickCounter(merged)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { userIds, packed } = await listPicks(trx, showId, { after, limit: SLICE })
    counter.add(packed)
    if (chances.length > 0) {
      await insertExpectedPoints(trx, showId, { userIds, points: sumExpectedPoints(packed, expectedOf) })
    }
    after = userIds.at(-1)
  }
  const counts = counter.counts()
  if (chances.length > 0) {
    const songs = [...counts.songs.keys()].filter((song) => !known.has(song))
    await insertLeastChances(trx, showId, { songs, expected: least })
  }
  return crowdCard(counts)
}

/** A run that closed the picks itself has scored the show before. */
async function scoreIfLate(trx: DatabaseTransaction, showId: number, merged: MergedSongs): Promise<void> {
  const scored = await findScoreSet(trx, showId)
  if (!scored) return
  await scoreSystemCards(trx, showId, { ...scored, merged })
  await enqueueSums(trx, [showId])
  await enqueueBadges(trx, [showId])
}
