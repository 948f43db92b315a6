import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

const REQUEST_INTERVAL_MS = 1_000

/**
 * Waits until a request to a data site is allowed: at most one a second over all workers, by the database's
 * clock. The caller that moves `next_at` has the permit; the others wait until then and try again.
 *
 * @param source the adapter's name
 * @param intervalMs milliseconds between two permits
 * @returns the time of the permit
 */
export async function takePermit(
  db: Database,
  source: string,
  intervalMs: number = REQUEST_INTERVAL_MS,
): Promise<Date> {
  for (;;) {
    const moved = await db
      .insertInto('source_permits')
      .values({ source, next_at: nextPermit(intervalMs) })
      .onConflict((conflict) =>
        conflict
          .column('source')
          .doUpdateSet({ next_at: nextPermit(intervalMs) })
          .where('source_permits.next_at', '<=', sql<Date>`clock_timestamp()`),
      )
      .returning('next_at')
      .executeTakeFirst()
    if (moved) return new Date(moved.next_at.getTime() - intervalMs)
    await sleep(await getWait(db, source))
  }
}

function nextPermit(intervalMs: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${intervalMs / 1000}::double precision)`
}

async function getWait(db: Database, source: string): Promise<number> {
  const row = await db
    .selectFrom('source_permits')
    .select(sql<number>`ceil(extract(epoch FROM next_at - clock_timestamp()) * 1000)::integer`.as('wait'))
    .where('source', '=', source)
    .executeTakeFirst()
  return Math.max(row?.wait ?? 0, 1)
}
