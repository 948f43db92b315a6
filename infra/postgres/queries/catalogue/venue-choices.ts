import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { FOLLOWS_CHOICE, placeKey, placeOf } from './show-times.ts'

export type Venue = { venue: string; city: string | null; state: string | null; country: string | null }

const keyOf = ({ venue, city, state, country }: Venue) =>
  placeKey(...[venue, city, state, country].map((name) => sql<string | null>`${name}::text`))

/** Keeps what an admin chose for a venue. What is not given stays. */
export async function upsertVenueChoice(
  trx: DatabaseTransaction,
  venue: Venue,
  { timeZone, earlyStartsLocal }: { timeZone: string | undefined; earlyStartsLocal: string | undefined },
): Promise<void> {
  await sql`
    INSERT INTO venue_times AS kept (venue, city, state, country, time_zone, early_starts_local)
    SELECT place.*, ${timeZone ?? null}, ${earlyStartsLocal ?? null} FROM (VALUES ${keyOf(venue)}) AS place
    ON CONFLICT (venue, city, state, country) DO UPDATE SET
      time_zone = coalesce(excluded.time_zone, kept.time_zone),
      zone_in_doubt = kept.zone_in_doubt AND excluded.time_zone IS NULL,
      early_starts_local = coalesce(excluded.early_starts_local, kept.early_starts_local)`.execute(trx)
}

export async function listShowIdsThatFollowChoice(trx: DatabaseTransaction, venue: Venue): Promise<number[]> {
  const shows = await trx
    .selectFrom('shows')
    .select('id')
    .where(sql<boolean>`${placeOf('shows')} = ${keyOf(venue)}`)
    .where(FOLLOWS_CHOICE)
    .execute()
  return shows.map(({ id }) => id)
}
