import type { Database, DatabaseTransaction, Postgres } from '@called-it/infra/postgres/client'
import { rebuildStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { makeSetlist } from '../factories/catalogue.ts'

/** Generated rows for load tests. Their own source and addresses allow removing all of it. */

const SOURCE = 'simulation'
/** A reserved domain (RFC 2606). */
const ADDRESSES = '%@simulated.example'
/** Reserved top-level domains (RFC 2606), used by the demo, tests and simulations. */
const RESERVED_ADDRESS = String.raw`\.(example|test)$`

export async function hasRealAccounts(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email', '!~', RESERVED_ADDRESS)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Inserts generated fans up to `count`. Nobody can log in as one of them. */
export async function fillFans(db: Database, count: number): Promise<void> {
  await sql`
    INSERT INTO users (email, display_name, sort_name, password_hash, email_verified_at)
    SELECT format('fan-%s@simulated.example', number), format('Simulated Fan %s', number),
      format('simulated fan %s', number), 'none', now()
    FROM generate_series((SELECT count(*) + 1 FROM users WHERE email LIKE ${ADDRESSES}), ${count}) AS number
    ORDER BY number`.execute(db)
}

/** Shuffled, since users do not predict in the order of their accounts. */
export async function listFanIds(db: Database, count: number): Promise<Int32Array> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', ADDRESSES)
    .orderBy(sql`hashint4(id)`)
    .limit(count)
    .execute()
  return Int32Array.from(rows, ({ id }) => id)
}

/** Ids of active songs. Where there are fewer than `least`, generated ones are inserted first. */
export async function fillSongs(db: Database, least: number): Promise<number[]> {
  await sql`
    INSERT INTO songs (id, source, source_id, slug, name)
    SELECT highest + number, ${SOURCE}, highest + number, format('simulated-song-%s', highest + number),
      format('Simulated Song %s', highest + number)
    FROM (SELECT coalesce(max(id), 0) AS highest, count(*) FILTER (WHERE retired_at IS NULL) AS active FROM songs)
      AS known, generate_series(1, ${least}::bigint - active) AS number`.execute(db)
  const rows = await db
    .selectFrom('songs')
    .select('id')
    .where('retired_at', 'is', null)
    .orderBy('times_played', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function fillTour(db: Database): Promise<number> {
  await sql`
    INSERT INTO tours (source, source_id, name, start_date, end_date)
    VALUES (${SOURCE}, ${SOURCE}, 'Simulated Tour', (now() AT TIME ZONE 'UTC')::date - 365, (now() AT TIME ZONE 'UTC')::date)
    ON CONFLICT (source, source_id) DO NOTHING`.execute(db)
  const { id } = await db
    .selectFrom('tours')
    .select('id')
    .where('source', '=', SOURCE)
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a show of today with closed picks, so that it can be scored, and returns its id. */
export async function insertSimulatedShow(
  trx: DatabaseTransaction,
  tourId: number | null,
  setlist: ActualSetlist,
): Promise<number> {
  const { id: showId } = await trx
    .insertInto('shows')
    .values({
      source: SOURCE,
      source_id: sql<string>`uuidv7()::text`,
      tour_id: tourId,
      showdate: sql<string>`(now() AT TIME ZONE 'UTC')::date`,
      venue: 'Simulated Hall',
      picks_closed: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await makeSetlist(trx, showId, setlist, { origin: 'hand' })
  return showId
}

/** Per statement. */
const PREDICTIONS_AT_ONCE = 10_000

/** Inserts a prediction of each user for a show; `draw` writes packed picks at an offset. */
export async function insertSimulatedPredictions(
  pool: Postgres['pool'],
  { showId, userIds }: { showId: number; userIds: Int32Array },
  draw: (bytes: Uint8Array, offset: number) => void,
): Promise<void> {
  for (let first = 0; first < userIds.length; first += PREDICTIONS_AT_ONCE) {
    const users = [...userIds.subarray(first, first + PREDICTIONS_AT_ONCE)]
    const picks = Buffer.alloc(users.length * PACKED_PICKS_BYTES)
    for (let offset = 0; offset < picks.length; offset += PACKED_PICKS_BYTES) draw(picks, offset)
    await pool.query(
      `INSERT INTO predictions (show_id, user_id, picks)
       SELECT $1, user_id, substr($3::bytea, (place::integer - 1) * $4 + 1, $4)
       FROM unnest($2::integer[]) WITH ORDINALITY AS listed(user_id, place)`,
      [showId, users, picks, PACKED_PICKS_BYTES],
    )
  }
}

export type RemovedSimulation = { fans: number; shows: number }

/** Deletes everything generated and rebuilds the boards. Call it under the lock `standings`. */
export async function removeSimulation(trx: DatabaseTransaction): Promise<RemovedSimulation> {
  const shows = sql`(SELECT id FROM shows WHERE source = ${SOURCE})`
  const fans = sql`(SELECT id FROM users WHERE email LIKE ${ADDRESSES})`
  await sql`UPDATE shows SET score_set_id = NULL, setlist_revision_id = NULL WHERE source = ${SOURCE}`.execute(
    trx,
  )
  await sql`
    DELETE FROM scores WHERE score_set_id IN (SELECT id FROM score_sets WHERE show_id IN ${shows})
      OR user_id IN ${fans}`.execute(trx)
  await sql`DELETE FROM score_sets WHERE show_id IN ${shows}`.execute(trx)
  await sql`
    DELETE FROM performances
    WHERE revision_id IN (SELECT id FROM setlist_revisions WHERE show_id IN ${shows})`.execute(trx)
  await sql`DELETE FROM setlist_revisions WHERE show_id IN ${shows}`.execute(trx)
  await sql`DELETE FROM predictions WHERE show_id IN ${shows} OR user_id IN ${fans}`.execute(trx)
  const removedShows = await sql`DELETE FROM shows WHERE source = ${SOURCE}`.execute(trx)
  await sql`
    DELETE FROM tours WHERE source = ${SOURCE} AND NOT EXISTS (SELECT FROM shows WHERE tour_id = tours.id)`.execute(
    trx,
  )
  const removedFans = await sql`DELETE FROM users WHERE id IN ${fans}`.execute(trx)
  await rebuildStandings(trx)
  // Songs stay, since somebody may have picked them: song ids are never reused.
  await sql`UPDATE songs SET retired_at = now() WHERE source = ${SOURCE} AND retired_at IS NULL`.execute(trx)
  return {
    fans: Number(removedFans.numAffectedRows ?? 0n),
    shows: Number(removedShows.numAffectedRows ?? 0n),
  }
}
