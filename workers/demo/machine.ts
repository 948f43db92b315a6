import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listListedSongIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import {
  deleteExpectedPointsOfShow,
  insertExpectedPoints,
  sumAboveExpectation,
} from '@called-it/infra/postgres/queries/chances/above-expectation'
import { listPastShows } from '@called-it/infra/postgres/queries/chances/due-chances'
import { LEAST_CHANCE } from '@called-it/infra/postgres/queries/chances/frozen-chances'
import { scoreSystemCards, storeSystemCard } from '@called-it/infra/postgres/queries/chances/system-cards'
import { listPicks } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { findScoreSet } from '@called-it/infra/postgres/queries/standings/score-sets'
import { averageExpected, sumExpectedPoints } from '@called-it/shared/game/bulk/expected-points'
import { machineCard } from '@called-it/shared/game/chance/card'
import { songChances } from '@called-it/shared/game/chance/model'
import { PlaceLog } from '@called-it/shared/game/chance/places'
import { slotChancesFrom } from '@called-it/shared/game/chance/slots'
import type { SongChance } from '@called-it/shared/game/chance/song-chance'
import { inSteps } from '../jobs/catalogue/in-steps.ts'

/** The newest ones: within a second on a busy core. */
const NIGHTS = 12
/** The demo has fewer. */
const MAX_PLAYERS = 1_000

/**
 * Gives the machine a card of the last scored shows, and their players the points that chance gave them, each from the
 * shows before it.
 */
export async function playAsMachine(trx: DatabaseTransaction): Promise<void> {
  const history = await listPastShows(trx)
  const songIds = new Set(await listListedSongIds(trx))
  const merged = await getMergedSongs(trx)
  const places = new PlaceLog()
  for (const [index, show] of history.entries()) {
    const scored = index < history.length - NIGHTS ? null : await findScoreSet(trx, show.listed.id)
    if (scored) {
      const chances = await inSteps(songChances(history.slice(0, index), show, 'rule', null))
      const listed = chances.filter(({ song }) => songIds.has(song))
      const songs = slotChancesFrom(places, listed)
      await storeSystemCard(trx, show.listed.id, 'machine', machineCard(songs))
      await expectPoints(trx, show.listed.id, songs)
      await scoreSystemCards(trx, show.listed.id, { ...scored, merged })
    }
    places.add(show)
  }
  await sumAboveExpectation(trx)
}

async function expectPoints(trx: DatabaseTransaction, showId: number, songs: readonly SongChance[]) {
  const known = new Map(songs.map(({ song, expected }) => [song, expected]))
  const least = averageExpected(songs, LEAST_CHANCE)
  const { userIds, packed } = await listPicks(trx, showId, { after: 0, limit: MAX_PLAYERS })
  const points = sumExpectedPoints(packed, (song) => known.get(song) ?? least)
  await deleteExpectedPointsOfShow(trx, showId)
  await insertExpectedPoints(trx, showId, { userIds, points })
}
