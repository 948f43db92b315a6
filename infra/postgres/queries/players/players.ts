import type { ListedShow } from '@called-it/shared/contract/chances'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { EarnedBadge, NamedPlayer, PlayerPage } from '@called-it/shared/contract/players'
import { BADGES, type Badge } from '@called-it/shared/game/badges'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { AVATAR_PATH } from '../accounts/avatars.ts'
import { LISTED_SHOW, PICKS_ARE_PUBLIC, SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'

/** Of a row of `users` with its avatar. */
export const NAMED_PLAYER = sql<NamedPlayer>`
  json_build_object('id', users.id, 'display_name', users.display_name, 'avatar_path', ${AVATAR_PATH})`

/** Those who have a page: users who are neither deleted nor suspended. */
export function selectPlayers(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select(['users.id', 'users.display_name', AVATAR_PATH.as('avatar_path')])
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
}

export async function findPlayer(db: Database, userId: number) {
  const player = await selectPlayers(db)
    .select('users.shows_picks')
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return player ?? null
}

/** Whether there was such a player, who has deleted the profile. */
export async function isDeletedPlayer(db: Database, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return user !== undefined
}

/** Over every show, then per tour, the newest first. One key lookup per board: there are few. */
export async function listRecord(db: Database, userId: number): Promise<PlayerPage['record']> {
  const { rows } = await sql<PlayerPage['record'][number]>`
    SELECT boards.tour, standings.total, standings.shows, standings.best, placed.rank, placed.players
    FROM (
      SELECT ${GLOBAL_BOARD}::integer AS board, NULL::json AS tour, NULL::date AS start_date
      UNION ALL
      SELECT id, json_build_object('id', id, 'name', name), start_date FROM tours
    ) AS boards
      JOIN standings ON standings.board = boards.board AND standings.user_id = ${userId}
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(players) FILTER (WHERE above.total > standings.total), 0) + 1 AS rank,
          sum(players) AS players
        FROM standings_histogram AS above WHERE above.board = boards.board
      ) AS placed
    ORDER BY boards.start_date DESC NULLS FIRST, boards.board DESC`.execute(db)
  return rows
}

/** Newest first. */
export async function listPlayedShows(db: Database, userId: number) {
  return db
    .selectFrom('predictions')
    .innerJoin('shows', 'shows.id', 'predictions.show_id')
    .innerJoin('scores', (join) =>
      join
        .onRef('scores.score_set_id', '=', 'shows.score_set_id')
        .onRef('scores.user_id', '=', 'predictions.user_id'),
    )
    .select([LISTED_SHOW.as('show'), 'shows.tour_id', 'scores.score_set_id as scoreSetId', 'scores.total'])
    .where('predictions.user_id', '=', userId)
    .where(PICKS_ARE_PUBLIC)
    .orderBy(SHOW_ORDER, 'desc')
    .execute()
}

/** Songs that a player called, each at its longest gap, the longest first. */
export async function listRarestSongs(
  db: Database,
  userId: number,
  limit: number,
): Promise<PlayerPage['rarest']> {
  const { rows } = await sql<PlayerPage['rarest'][number]>`
    WITH RECURSIVE ${mergedSongs()}, rarest AS (
      SELECT DISTINCT ON (songs.id) songs.id, songs.name, rarest_gap, night_feats.show_id
      FROM night_feats
        LEFT JOIN merged_songs ON merged_songs.id = rarest_song
        JOIN songs ON songs.id = coalesce(merged_songs.song_id, rarest_song)
      WHERE night_feats.user_id = ${userId} AND rarest_gap > 0
      ORDER BY songs.id, rarest_gap DESC, night_feats.show_id
    )
    SELECT json_build_object('id', rarest.id, 'name', rarest.name) AS song, rarest_gap AS gap,
      ${LISTED_SHOW} AS show
    FROM rarest JOIN shows ON shows.id = rarest.show_id
    WHERE shows.score_set_id IS NOT NULL AND ${PICKS_ARE_PUBLIC}
    ORDER BY rarest_gap DESC, shows.showdate DESC, rarest.id
    LIMIT ${limit}`.execute(db)
  return rows
}

/** In the order of pages, without those of a newer release. */
export async function listBadges(db: Database, userId: number): Promise<EarnedBadge[]> {
  return db
    .selectFrom('badges')
    .leftJoin('shows', 'shows.id', 'badges.show_id')
    .select([
      'badge',
      sql<ListedShow | null>`CASE WHEN shows.id IS NOT NULL THEN ${LISTED_SHOW} END`.as('show'),
    ])
    .where('badges.user_id', '=', userId)
    .where('badge', '=', sql<Badge>`ANY(${BADGES}::text[])`)
    .orderBy(sql`array_position(${BADGES}::text[], badge)`)
    .execute()
}

/** Those of the users who show their picks under the name and are not deleted, by id. */
export async function listShownPlayers(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, NamedPlayer>> {
  if (userIds.length === 0) return new Map()
  const players = await selectPlayers(db)
    .where('users.id', '=', sql<number>`ANY(${userIds}::integer[])`)
    .where('users.shows_picks', '=', true)
    .execute()
  return new Map(players.map((player) => [player.id, player]))
}

/** By name. */
export async function listFollowed(db: Database, userId: number): Promise<NamedPlayer[]> {
  return selectFollowed(db, userId).orderBy('users.sort_name').orderBy('users.id').execute()
}

export async function listFollowedIds(db: Database, userId: number): Promise<number[]> {
  return (await selectFollowed(db, userId).execute()).map(({ id }) => id)
}

function selectFollowed(db: Database, userId: number) {
  return selectPlayers(db)
    .innerJoin('follows', 'follows.followed_user_id', 'users.id')
    .where('follows.user_id', '=', userId)
}

/**
 * Call it with the user locked, so that the number holds.
 *
 * @returns false where the user follows that many others already
 */
export async function insertFollow(
  trx: DatabaseTransaction,
  { userId, followedId, max }: { userId: number; followedId: number; max: number },
): Promise<boolean> {
  const { rows } = await sql`
    WITH others AS (
      SELECT FROM follows WHERE user_id = ${userId} AND followed_user_id <> ${followedId}
    ), stored AS (
      INSERT INTO follows (user_id, followed_user_id)
      SELECT ${userId}::integer, ${followedId}::integer WHERE (SELECT count(*) FROM others) < ${max}::integer
      ON CONFLICT DO NOTHING
    )
    SELECT WHERE (SELECT count(*) FROM others) < ${max}::integer`.execute(trx)
  return rows.length > 0
}

export async function deleteFollow(db: Database, userId: number, followedId: number): Promise<void> {
  await db
    .deleteFrom('follows')
    .where('user_id', '=', userId)
    .where('followed_user_id', '=', followedId)
    .execute()
}
