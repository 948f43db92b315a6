import type { PublicEvent } from '@called-it/shared/outlets/public-events'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { NOW } from '../catalogue/shows.ts'

const MAX_AGE_DAYS = 14

/** Null for an older show: loading the past, or merging a song, would send hundreds of events at once. */
export async function findShowOfEvent(
  db: Database,
  showId: number,
): Promise<PublicEvent<'show-final'>['show'] | null> {
  const show = await db
    .selectFrom('shows')
    .select([
      'id',
      'showdate as date',
      'venue',
      sql<string>`concat_ws(', ', nullif(city, ''), nullif(state, ''), nullif(country, ''))`.as('place'),
    ])
    .where('id', '=', showId)
    .where(sql<boolean>`showdate >= (${NOW} AT TIME ZONE 'UTC')::date - ${sql.lit(MAX_AGE_DAYS)}::integer`)
    .executeTakeFirst()
  return show ?? null
}
