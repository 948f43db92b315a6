import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import {
  findPlayer,
  listBadges,
  listPlayedShows,
  listRarestSongs,
  listRecord,
  type Player,
} from '@called-it/infra/postgres/queries/players/players'
import { PLAYER_PAGE, type PlayerPage, type PlayerShow } from '@called-it/shared/contract/players'
import { ApiError } from '../../http/errors.ts'
import { presentPlayer } from '../../resources/named-player.ts'
import { presentShows } from './presenter.ts'
import type { ShowRanks } from './show-ranks.ts'

export type PlayerParts = { readonly db: Database; readonly ranks: ShowRanks }

/** Has nothing of single shows for a player who does not show the picks. */
export async function readPlayer({ db, ranks }: PlayerParts, userId: number): Promise<PlayerPage> {
  const { player, record, badges, played, rarest } = await inSnapshot(db, async (trx) => {
    const player = await getPlayer(trx, userId)
    return {
      player,
      record: await listRecord(trx, userId),
      badges: await listBadges(trx, userId),
      played: player.showsPicks ? await listPlayedShows(trx, userId) : [],
      rarest: player.showsPicks ? await listRarestSongs(trx, userId, PLAYER_PAGE.rarestSongs) : [],
    }
  })
  const best = played.toSorted((one, other) => other.total - one.total).slice(0, PLAYER_PAGE.bestShows)
  return {
    player: presentPlayer(player),
    shows_picks: player.showsPicks,
    record,
    best_shows: await presentShows(ranks, best),
    rarest,
    badges: player.showsPicks ? badges : badges.map(({ badge }) => ({ badge, show: null })),
  }
}

/** A player who does not show the picks is the only reader of their shows. */
export async function readPlayerShows(
  { db, ranks }: PlayerParts,
  userId: number,
  reader: User | null,
): Promise<{ shows: PlayerShow[] }> {
  const player = await getPlayer(db, userId)
  const isShown = player.showsPicks || reader?.id === userId
  return { shows: isShown ? await presentShows(ranks, await listPlayedShows(db, userId)) : [] }
}

/** @throws ApiError `user_not_found` */
export async function getPlayer(db: Database, userId: number): Promise<Player> {
  const player = await findPlayer(db, userId)
  if (!player) throw new ApiError('user_not_found')
  return player
}
