import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { FOLLOWS_CHOICE, venueKey } from './show-times.ts'

export type Venue = { venue: string; city: string | null }

const keyOf = (name: string | null) => venueKey(sql`${name}::text`)

/** Keeps what an admin chose for a venue. What is not given stays. */
export async function upsertVenueChoice(
  trx: DatabaseTransaction,
  { venue, city }: Venue,
  { timeZone, earlyStartsLocal }: { timeZone: string | undefined; earlyStartsLocal: string | undefined },
): Promise<void> {
  await sql`
    INSERT INTO venue_choices AS kept (venue, city, time_zone, early_starts_local)
    VALUES (${keyOf(venue)}, ${keyOf(city)}, ${timeZone ?? null}, ${earlyStartsLocal ?? null})
    ON CONFLICT (venue, city) DO UPDATE SET
      time_zone = coalesce(excluded.time_zone, kept.time_zone),
      early_starts_local = coalesce(excluded.early_starts_local, kept.early_starts_local)`.execute(trx)
}

export async function listShowIdsThatFollowChoice(
  trx: DatabaseTransaction,
  { venue, city }: Venue,
): Promise<number[]> {
  const shows = await trx
    .selectFrom('shows')
    .select('id')
    .where(venueKey(sql.ref('shows.venue')), '=', keyOf(venue))
    .where(venueKey(sql.ref('shows.city')), '=', keyOf(city))
    .where(FOLLOWS_CHOICE)
    .execute()
  return shows.map(({ id }) => id)
}
