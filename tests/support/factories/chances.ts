import { noPublisher } from '@called-it/infra/live/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { SYSTEM_PLAYERS } from '@called-it/infra/postgres/schema/chances'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { type Picks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import { freezeChances } from '@called-it/workers/jobs/freeze-chances'

/** Chances of a show by song. A pick is expected to bring ten times its song's chance, in each slot. */
export async function makeChances(
  db: Database,
  showId: number,
  chances: Readonly<Record<number, number>>,
): Promise<void> {
  const page = JSON.stringify({ shows: [], tour_shows: 0, venue_shows: 0, songs: [], suggestions: [] })
  await db
    .insertInto('show_chances')
    .values({ show_id: showId, method: 'model', made_from: 'a test', page })
    .execute()
  await db
    .insertInto('song_chances')
    .values(
      Object.entries(chances).map(([song, chance]) => ({
        show_id: showId,
        song_id: Number(song),
        chance,
        expected: Array.from({ length: SLOT_COUNT }, () => chance * 10),
      })),
    )
    .execute()
}

export async function makeSystemCard(
  db: Database,
  showId: number,
  player: keyof typeof SYSTEM_PLAYERS,
  picks: Partial<Picks>,
): Promise<void> {
  const packed = packPicks({ set1: [], set2: [], encore: [], ...picks })
  await db
    .insertInto('system_predictions')
    .values({ show_id: showId, player: SYSTEM_PLAYERS[player], picks: Buffer.from(packed) })
    .execute()
}

/** As the workers do it at the lock, with a second delivery; for a show that was locked. */
export async function freezeChancesOf(db: Database, showId: number): Promise<void> {
  const outboxId = await db.transaction().execute((trx) => insertJob(trx, 'freeze-chances', { showId }))
  const deliver = () => freezeChances({ db, publisher: noPublisher })({ showId }, { outboxId, attempt: 1 })
  await deliver()
  await deliver()
}
