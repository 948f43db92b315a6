import type { SongId } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { SYSTEM_PLAYERS } from '../../schema/chances.ts'
import { LOCKS_AT } from '../catalogue/shows.ts'
import { insertJobsOfShows, selectLockedShows } from '../proofs/locked-shows.ts'

/** For a picked song without a chance: the song list goes down to 0.005. */
export const LEAST_CHANCE = 0.001

/** From now on the chances of the show stay as they are. */
export async function freezeChances(trx: DatabaseTransaction, showId: number): Promise<void> {
  await trx
    .updateTable('show_chances')
    .set({ frozen_at: sql<Date>`now()` })
    .where('show_id', '=', showId)
    .execute()
}

/** For a show whose picks are open again. The songs that the lock added would give its picks away. */
export async function thawChances(trx: DatabaseTransaction, showId: number): Promise<void> {
  await trx
    .deleteFrom('song_chances')
    .where('show_id', '=', showId)
    .where('chance', '<=', sql<number>`${LEAST_CHANCE}::real`)
    .execute()
  await trx.updateTable('show_chances').set({ frozen_at: null }).where('show_id', '=', showId).execute()
}

export type StoredChance = { song: SongId; chance: number; expected: number[] }

export async function listSongChances(db: Database, showId: number): Promise<StoredChance[]> {
  return db
    .selectFrom('song_chances')
    .select(['song_id as song', 'chance', 'expected'])
    .where('show_id', '=', showId)
    .execute()
}

/** Adds songs with the least chance; those that have one keep it. */
export async function insertLeastChances(
  trx: DatabaseTransaction,
  showId: number,
  { songs, expected }: { songs: readonly SongId[]; expected: readonly number[] },
): Promise<void> {
  await sql`
    INSERT INTO song_chances (show_id, song_id, chance, expected)
    SELECT ${showId}, id, ${LEAST_CHANCE}, ${expected}::real[] FROM songs WHERE id = ANY(${songs}::integer[])
    ON CONFLICT DO NOTHING`.execute(trx)
}

/** As they stood at the lock; empty before it, and for a show without chances. */
export async function listFrozenChances(
  db: Database,
  showId: number,
  songs: readonly SongId[],
): Promise<ReadonlyMap<SongId, number>> {
  const rows = await db
    .selectFrom('song_chances')
    .innerJoin('show_chances', 'show_chances.show_id', 'song_chances.show_id')
    .select(['song_id', 'chance'])
    .where('song_chances.show_id', '=', showId)
    .where('frozen_at', 'is not', null)
    .where('song_id', '=', sql<number>`ANY(${songs}::integer[])`)
    .execute()
  return new Map(rows.map(({ song_id, chance }) => [song_id, chance]))
}

/** Shows that were locked without a card of the crowd. */
function selectDueShows(db: Database) {
  const isCrowd = sql`made.player = ${SYSTEM_PLAYERS.crowd}`
  return selectLockedShows(db, { without: { table: sql`system_predictions`, where: isCrowd } })
}

export async function insertDueFreezes(db: Database): Promise<void> {
  await insertJobsOfShows(db, 'freeze-chances', selectDueShows(db))
}

/** Null unless the show was locked and has no card of the crowd. */
export async function findDueFreeze(db: Database, showId: number): Promise<{ locksAt: Date } | null> {
  const due = await selectDueShows(db)
    .select(LOCKS_AT.as('locksAt'))
    .where('shows.id', '=', showId)
    .executeTakeFirst()
  return due ?? null
}
