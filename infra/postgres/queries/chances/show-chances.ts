import type { ChancePage } from '@called-it/shared/contract/chances'
import type { ChanceMethod } from '@called-it/shared/game/chance/song-chance'
import type { Picks, SongId } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { IS_PAST, TAKES_PICKS } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { IS_LISTED, notedSongs } from '../catalogue/songs.ts'
import { storeSystemCard } from './system-cards.ts'

/** Songs that are less likely have no row, unless somebody picked them. */
export const MIN_CHANCE = 0.005

export type MadeChances = {
  showId: number
  method: ChanceMethod
  madeFrom: string
  page: ChancePage
  songs: readonly { song: SongId; chance: number; expected: readonly number[] }[]
  /** The machine's. */
  card: Picks
}

/** Replaces the chances of a show and the machine's card, unless its picks are closed. */
export async function storeChances(trx: DatabaseTransaction, made: MadeChances): Promise<void> {
  const { showId, method, madeFrom, page, songs, card } = made
  // Against the lock: what is frozen must not change.
  const open = await trx
    .selectFrom('shows')
    .select('id')
    .where('id', '=', showId)
    .where(TAKES_PICKS)
    .forShare()
    .executeTakeFirst()
  if (!open) return
  const row = { method, made_from: madeFrom, page: JSON.stringify(page), made_at: sql<Date>`now()` }
  const stored = await trx
    .insertInto('show_chances')
    .values({ show_id: showId, ...row })
    .onConflict((conflict) =>
      conflict.column('show_id').doUpdateSet(row).where('show_chances.frozen_at', 'is', null),
    )
    .returning('show_id')
    .executeTakeFirst()
  if (!stored) return
  await trx.deleteFrom('song_chances').where('show_id', '=', showId).execute()
  const likely = songs.filter(({ chance }) => chance >= MIN_CHANCE)
  if (likely.length > 0) {
    await trx
      .insertInto('song_chances')
      .values(
        likely.map(({ song, chance, expected }) => ({
          show_id: showId,
          song_id: song,
          chance,
          expected: [...expected],
        })),
      )
      .execute()
  }
  await storeSystemCard(trx, showId, 'machine', card)
}

export async function findShowChances(db: Database, showId: number) {
  const chances = await db
    .selectFrom('show_chances')
    .select([
      'method',
      'page',
      'made_at',
      sql<boolean>`frozen_at IS NOT NULL`.as('is_frozen'),
      // The last past show that chances of this show can follow from by now.
      sql<string | null>`(
        SELECT shows.showdate FROM shows
        WHERE ${IS_PAST} AND shows.showdate <= (SELECT picked.showdate FROM shows AS picked WHERE picked.id = ${showId})
        ORDER BY shows.showdate DESC LIMIT 1)`.as('newestDay'),
    ])
    .where('show_id', '=', showId)
    .executeTakeFirst()
  return chances ?? null
}

export type LikelySong = {
  id: number
  name: string
  slug: string
  chance: number
  /** The points of a pick in each slot, on average. */
  expected: number[]
}

/**
 * The songs for the random draft of a show: those of the songwriter's notebook, all if there is none. None without
 * chances, and after the lock, when songs without a chance stand among them because they were picked. In no order.
 */
export async function listLikelySongs(db: Database, showId: number): Promise<LikelySong[]> {
  const { rows } = await sql<LikelySong>`
    WITH RECURSIVE ${mergedSongs()}, ${notedSongs()}
    SELECT songs.id, songs.name, songs.slug, song_chances.chance, song_chances.expected
    FROM show_chances
      JOIN song_chances USING (show_id)
      JOIN songs ON songs.id = song_chances.song_id AND ${IS_LISTED}
    WHERE show_chances.show_id = ${showId} AND show_chances.frozen_at IS NULL
      AND (songs.id IN (SELECT id FROM noted_songs) OR NOT EXISTS (SELECT FROM noted_songs))`.execute(db)
  return rows
}
