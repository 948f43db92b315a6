import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import {
  findPlayer,
  listBadges,
  listPlayedShows,
  listRarestSongs,
  listRecord,
} from '@called-it/infra/postgres/queries/players/players'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { PLAYER_PAGE, type PlayerPage, type PlayerShow } from '@called-it/shared/contract/players'
import { ApiError } from '../../http/errors.ts'
import type { ShowRanks } from './show-ranks.ts'

export type PlayerParts = { readonly db: Database; readonly ranks: ShowRanks }

/** Has nothing of single shows for a player who does not show the picks. */
export async function readPlayer({ db, ranks }: PlayerParts, userId: number): Promise<PlayerPage> {
  const { found, record, badges, played, rarest } = await inSnapshot(db, async (trx) => {
    const found = await getPlayer(trx, userId)
    return {
      found,
      record: await listRecord(trx, userId),
      badges: await listBadges(trx, userId),
      played: found.shows_picks ? await listPlayedShows(trx, userId) : [],
      rarest: found.shows_picks ? await listRarestSongs(trx, userId, PLAYER_PAGE.rarestSongs) : [],
    }
  })
  const best = played.toSorted((one, other) => other.total - one.total).slice(0, PLAYER_PAGE.bestShows)
  const { shows_picks, ...player } = found
  return {
    player,
    shows_picks,
    record,
    best_shows: await presentShows(ranks, best),
    rarest,
    badges: shows_picks ? badges : badges.map(({ badge }) => ({ badge, show: null })),
  }
}

/** A player who does not show the picks is the only reader of their shows. */
export async function readPlayerShows(
  { db, ranks }: PlayerParts,
  userId: number,
  reader: User | null,
): Promise<{ shows: PlayerShow[] }> {
  const player = await getPlayer(db, userId)
  const isShown = player.shows_picks || reader?.id === userId
  return { shows: isShown ? await presentShows(ranks, await listPlayedShows(db, userId)) : [] }
}

function presentShows(
  ranks: ShowRanks,
  shows: Awaited<ReturnType<typeof listPlayedShows>>,
): Promise<PlayerShow[]> {
  return Promise.all(
    shows.map(async ({ scoreSetId, ...played }) => {
      const { rankOf, players } = await ranks.find(played.show.id, scoreSetId)
      return { ...played, rank: rankOf(played.total), players }
    }),
  )
}

/** @throws ApiError `user_not_found` */
export async function getPlayer(db: Database, userId: number) {
  const player = await findPlayer(db, userId)
  if (!player) throw new ApiError('user_not_found')
  return player
}
