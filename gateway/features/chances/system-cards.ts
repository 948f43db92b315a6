import type { Database } from '@called-it/infra/postgres/client'
import { listSystemCards } from '@called-it/infra/postgres/queries/chances/system-cards'
import { SYSTEM_PLAYERS } from '@called-it/infra/postgres/schema/chances'
import type { SystemCard } from '@called-it/shared/contract/chances'
import { presentPicks } from '../../resources/picked-songs.ts'
import { getShowWithPublicPicks } from '../../resources/show.ts'
import { readSongNames } from '../../resources/song-names.ts'

/** @throws ApiError `show_not_found`, `show_cancelled`, `picks_open` */
export async function readSystemCards(db: Database, showId: number): Promise<{ cards: SystemCard[] }> {
  const show = await getShowWithPublicPicks(db, showId)
  const cards = await listSystemCards(db, show.id)
  const names = await readSongNames(
    db,
    cards.map(({ picks }) => picks),
  )
  return {
    cards: cards.map((card) => ({
      ...card,
      player: card.player === SYSTEM_PLAYERS.machine ? 'machine' : 'crowd',
      picks: presentPicks(card.picks, names),
    })),
  }
}
