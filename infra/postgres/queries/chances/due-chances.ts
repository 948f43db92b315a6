import type { ListedShow } from '@called-it/shared/contract/chances'
import type { ChosenMethod } from '@called-it/shared/game/chance/backtest'
import type { NextShow, PastShow } from '@called-it/shared/game/chance/song-chance'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { IS_PAST, LISTED_SHOW, LOCATION, LOCKS_AT, SHOW_ORDER, TAKES_PICKS } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { IS_LISTED } from '../catalogue/songs.ts'
import { insertRun, isImporting } from '../work/runs.ts'

export type ListedNextShow = NextShow & { listed: ListedShow }
export type ListedPastShow = PastShow & { listed: ListedShow }

/** The columns of a {@link ListedNextShow}. */
export const NEXT_SHOW = sql`
  ${LISTED_SHOW} AS listed, shows.showdate - '1970-01-01'::date AS day,
  concat_ws(', ', shows.venue, ${LOCATION}) AS venue, shows.tour_id AS tour`

/** In the order in which they were played, with merged songs resolved. */
export async function listPastShows(db: Database): Promise<ListedPastShow[]> {
  const { rows } = await sql<ListedPastShow>`
    WITH RECURSIVE ${mergedSongs()},
    played_sets AS (
      SELECT shows.id AS show_id, performances.set_name, min(performances.sequence) AS began,
        json_agg(coalesce(merged_songs.song_id, performances.song_id) ORDER BY performances.sequence) AS songs
      FROM shows
        JOIN performances ON performances.revision_id = shows.setlist_revision_id
        LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE ${IS_PAST}
      GROUP BY shows.id, performances.set_name
    ),
    setlists AS (
      SELECT show_id, json_agg(json_build_object(
        'set', CASE WHEN set_name = ANY(${[...SET_NAMES]}::text[]) THEN set_name ELSE 'further' END,
        'songs', songs) ORDER BY began) AS sets
      FROM played_sets GROUP BY show_id
    )
    SELECT ${NEXT_SHOW}, setlists.sets
    FROM shows JOIN setlists ON setlists.show_id = shows.id
    ORDER BY ${SHOW_ORDER}`.execute(db)
  return rows
}

const ONLY_CHOICE = 1

/** How chances are made; null before it was chosen. */
export async function findChanceChoice(db: Database) {
  const choice = await db
    .selectFrom('chance_choices')
    .select(['method', 'shows'])
    .where('id', '=', ONLY_CHOICE)
    .executeTakeFirst()
  return choice ?? null
}

export async function storeChanceChoice(
  trx: DatabaseTransaction,
  shows: number,
  { method, measured }: ChosenMethod,
): Promise<void> {
  const row = { method, shows, measured: JSON.stringify(measured), created_at: sql<Date>`now()` }
  await trx
    .insertInto('chance_choices')
    .values({ id: ONLY_CHOICE, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

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
