import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { IS_PAST, LOCKS_AT, SHOW_ORDER, TAKES_PICKS } from '../catalogue/shows.ts'
import { IS_LISTED } from '../catalogue/songs.ts'
import { isImporting } from '../work/run-lists.ts'
import { insertRun } from '../work/runs.ts'
import { type ListedNextShow, NEXT_SHOW } from './past-shows.ts'

/** Chances are made for so many shows, those that lock next. */
const MAX_SHOWS = 20
/** Raise it when the rules for chances or reasons change: those of open shows are then made again. */
const RULES_VERSION = 2

export type DueShow = ListedNextShow & {
  /** A hash of everything that the chances follow from. */
  madeFrom: string
}

/** Open shows whose chances follow from something else than what is stored now. None without shows before them. */
export async function listDueChances(db: Database): Promise<DueShow[]> {
  const { rows } = await sql<DueShow>`
    WITH past AS (
      SELECT md5(string_agg(ROW(shows.id, shows.setlist_revision_id, shows.showdate, shows.venue, shows.city,
        shows.state, shows.country, shows.tour_id)::text, '' ORDER BY ${SHOW_ORDER})) AS hash,
        min(shows.showdate) AS first_day
      FROM shows WHERE ${IS_PAST}
    ),
    catalogue AS (
      SELECT md5(string_agg(ROW(songs.id, songs.merged_into, ${IS_LISTED})::text, '' ORDER BY songs.id)) AS hash
      FROM songs
    ),
    next AS (
      SELECT shows.*
      FROM shows
      WHERE ${TAKES_PICKS} AND shows.vanished_at IS NULL
      ORDER BY ${LOCKS_AT}, shows.showdate, shows.id
      LIMIT ${MAX_SHOWS}
    ),
    wanted AS (
      SELECT shows.id, shows.showdate, ${NEXT_SHOW},
        md5(ROW(${RULES_VERSION}::integer, past.hash, catalogue.hash, shows.showdate, shows.venue, shows.city, shows.state, shows.country, shows.tour_id)::text) AS "madeFrom"
      FROM next AS shows, past, catalogue
      WHERE past.first_day <= shows.showdate
    )
    SELECT wanted.listed, wanted.day, wanted.venue, wanted.tour, wanted."madeFrom"
    FROM wanted LEFT JOIN show_chances ON show_chances.show_id = wanted.id
    WHERE show_chances.made_from IS DISTINCT FROM wanted."madeFrom" AND show_chances.frozen_at IS NULL
    ORDER BY wanted.showdate, wanted.id`.execute(db)
  return rows
}

/** Enqueues the run that makes chances, once no import changes what they follow from. Several workers may call it. */
export async function insertChanceRunIfDue(db: Database): Promise<void> {
  if ((await listDueChances(db)).length === 0 || (await isImporting(db))) return
  await db
    .transaction()
    .execute((trx) => insertRun(trx, { kind: 'update-chances', order: {}, orderedBy: null }))
}
