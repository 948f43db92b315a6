import type { PlayedShow, Player } from '@called-it/infra/postgres/queries/players/players'
import type { NamedPlayer, PlayerShow } from '@called-it/shared/contract/players'
import { avatarPath } from '../../resources/avatar-path.ts'
import type { ShowRanks } from './show-ranks.ts'

export function presentPlayer({ id, displayName, avatarHash }: Player): NamedPlayer {
  return { id, display_name: displayName, avatar_path: avatarPath(id, avatarHash) }
}

export function presentShows(ranks: ShowRanks, shows: readonly PlayedShow[]): Promise<PlayerShow[]> {
  return Promise.all(
    shows.map(async ({ show, tourId, scoreSetId, total }) => {
      const { rankOf, players } = await ranks.find(show.id, scoreSetId)
      return { show, tour_id: tourId, total, rank: rankOf(total), players }
    }),
  )
}
