import type { Database } from '@called-it/infra/postgres/client'
import type { ChancePage } from '@called-it/shared/contract/chances'
import { SLOT_COUNT, type SongId } from '@called-it/shared/game/setlist'

const EMPTY_PAGE: ChancePage = { shows: [], tour_shows: 0, venue_shows: 0, songs: [], suggestions: [] }

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
