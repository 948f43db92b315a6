import type { PublicEvent } from '@called-it/shared/outlets/public-events'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { IS_CANCELLED } from '../catalogue/shows.ts'
import { tryHoldLock } from '../work/advisory-locks.ts'
import { insertJob } from '../work/outbox.ts'
import { insertPublicEvents } from './public-events.ts'

const ROWS = 10
/** An upgrade does not send history. */
const WEEKS = 2

const keyOf = (monday: string) => `weekly-table:${monday}`

/** Stores the tables of weeks that are over, with the jobs that tell leagues. Several workers may call it at once. */
export async function insertDueWeeklyTables(db: Database, now: Date): Promise<void> {
  if ((await listDueWeeks(db, now)).length === 0) return
  await db.transaction().execute(async (trx) => {
    if (!(await tryHoldLock(trx, 'weekly tables'))) return
    for (const monday of await listDueWeeks(trx, now)) {
      const payload = await getTable(trx, monday)
      await insertPublicEvents(trx, [{ kind: 'weekly-table', showId: null, key: keyOf(monday), payload }])
      await insertJob(trx, 'announce-week', { monday })
    }
  })
}

/** Mondays of weeks with a scored show whose picked shows have all ended; after Wednesday noon in any case. */
async function listDueWeeks(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ monday: string }>`
    SELECT week.monday
    FROM generate_series(1, ${sql.lit(WEEKS)}) AS ago,
      LATERAL (SELECT date_trunc('week', ${now}::timestamptz AT TIME ZONE 'UTC')::date - 7 * ago AS monday) AS week
    WHERE NOT EXISTS (SELECT FROM public_events WHERE key = ${keyOf('')} || week.monday)
      AND EXISTS (SELECT FROM shows WHERE ${isOfWeek(sql`week.monday`)} AND shows.is_scored)
      AND (
        ${now}::timestamptz >= (week.monday + 9)::timestamp AT TIME ZONE 'UTC' + interval '12 hours'
        OR NOT EXISTS (
          SELECT FROM shows
          WHERE ${isOfWeek(sql`week.monday`)} AND NOT shows.is_scored AND NOT shows.excluded AND NOT ${IS_CANCELLED}
            AND shows.vanished_at IS NULL AND EXISTS (SELECT FROM predictions WHERE predictions.show_id = shows.id)))
    ORDER BY week.monday`.execute(db)
  return rows.map(({ monday }) => monday)
}

function isOfWeek(monday: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`shows.showdate BETWEEN ${monday}::date AND ${monday}::date + 6`
}

/** In the order of a global board. */
async function getTable(trx: DatabaseTransaction, monday: string): Promise<PublicEvent<'weekly-table'>> {
  const { rows: weeks } = await sql<Omit<PublicEvent<'weekly-table'>, 'rows'>>`
    SELECT ${monday}::date AS from, ${monday}::date + 6 AS to, count(*)::integer AS shows
    FROM shows WHERE ${isOfWeek(sql`${monday}`)} AND shows.is_scored`.execute(trx)
  const [week] = weeks
  if (!week) throw new Error(`the shows of the week from ${monday} were not counted`)
  const { rows } = await sql<PublicEvent<'weekly-table'>['rows'][number]>`
    SELECT week.rank, users.display_name AS name, week.points
    FROM (
      SELECT scores.user_id, sum(scores.total)::integer AS points, max(scores.total) AS best, count(*) AS shows,
        (rank() OVER (ORDER BY sum(scores.total) DESC))::integer AS rank
      FROM shows JOIN scores ON scores.score_set_id = shows.score_set_id
      WHERE ${isOfWeek(sql`${monday}`)} AND shows.is_scored
      GROUP BY scores.user_id
    ) AS week JOIN users ON users.id = week.user_id
    ORDER BY week.points DESC, week.best DESC, week.shows, users.sort_name, users.id
    LIMIT ${ROWS}`.execute(trx)
  return { ...week, rows }
}
