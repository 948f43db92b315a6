import type { PlayedShow } from '@called-it/infra/postgres/queries/players/players'
import type { PlayerShow } from '@called-it/shared/contract/players'
import type { ShowRanks } from './show-ranks.ts'

export function presentShows(ranks: ShowRanks, shows: readonly PlayedShow[]): Promise<PlayerShow[]> {
  return Promise.all(
    shows.map(async ({ show, tourId, scoreSetId, total }) => {
      const { rankOf, players } = await ranks.find(show.id, scoreSetId)
      return { show, tour_id: tourId, total, rank: rankOf(total), players }
    }),
  )
}
