import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { readMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listListedSongIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import { readPastShows } from '@called-it/infra/postgres/queries/chances/past-shows'
import { scoreSystemCards, storeSystemCard } from '@called-it/infra/postgres/queries/chances/system-cards'
import { findScoreSet } from '@called-it/infra/postgres/queries/standings/score-sets'
import { machineCard } from '@called-it/shared/game/chance/card'
import { songChances } from '@called-it/shared/game/chance/model'
import { PlaceLog } from '@called-it/shared/game/chance/places'
import { slotChancesFrom } from '@called-it/shared/game/chance/slots'

/** The newest ones: within a second on a busy core. */
const NIGHTS = 12

/** Gives the machine a card of the last scored shows, each from the shows before it. */
export async function playAsMachine(trx: DatabaseTransaction): Promise<void> {
  const history = await readPastShows(trx)
  const songIds = new Set(await listListedSongIds(trx))
  const merged = await readMergedSongs(trx)
  const places = new PlaceLog()
  for (const [index, show] of history.entries()) {
    const scored = index < history.length - NIGHTS ? null : await findScoreSet(trx, show.listed.id)
    if (scored) {
      const chances = songChances(history.slice(0, index), show, 'rule', null)
      const listed = chances.filter(({ song }) => songIds.has(song))
      await storeSystemCard(trx, show.listed.id, 'machine', machineCard(slotChancesFrom(places, listed)))
      await scoreSystemCards(trx, show.listed.id, { ...scored, merged })
    }
    places.add(show)
  }
}
