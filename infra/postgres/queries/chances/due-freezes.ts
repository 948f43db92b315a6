import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { SYSTEM_PLAYERS } from '../../schema/chances.ts'
import { LOCKS_AT } from '../catalogue/shows.ts'
import { insertJobsOfShows, selectLockedShows } from '../proofs/locked-shows.ts'

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
