import { noPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { SYSTEM_PLAYERS } from '@called-it/infra/postgres/schema/chances'
import type { ChancePage } from '@called-it/shared/contract/chances'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { type Picks, SLOT_COUNT, type SongId } from '@called-it/shared/game/setlist'
import { freezeChances } from '@called-it/workers/jobs/chances/freeze-chances'

const EMPTY_PAGE: ChancePage = {
  shows: [],
  recent_shows: 0,
  tour_shows: 0,
  venue_shows: 0,
  songs: [],
  suggestions: [],
}

/** Chances of a show that takes picks. */
export async function makeChances(
  db: Database,
  given: { showId: number; songs?: readonly { song: SongId; chance: number }[]; page?: ChancePage },
): Promise<void> {
  const { showId, songs = [], page = EMPTY_PAGE } = given
  await db
    .insertInto('show_chances')
    .values({ show_id: showId, method: 'model', made_from: 'a test', page: JSON.stringify(page) })
    .execute()
  if (songs.length === 0) return
  await db
    .insertInto('song_chances')
    .values(
      songs.map(({ song, chance }) => ({
        show_id: showId,
        song_id: song,
        chance,
        expected: new Array<number>(SLOT_COUNT).fill(chance),
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
