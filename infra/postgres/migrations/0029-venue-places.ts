import { type Kysely, sql } from 'kysely'

/**
 * What admins chose for a venue, by its name, city, state and country: `venue_choices` had name and city alone, and so
 * one choice for the Clubs of two Moscows. Nothing of a user is in it, and it outlives the shows. The release before
 * keeps writing to the old table, which nothing reads after this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE venue_times (
      -- Lower-case and trimmed; what is unknown is empty.
      venue text NOT NULL,
      city text NOT NULL,
      state text NOT NULL,
      country text NOT NULL,
      time_zone text,
      -- The start of the first of two shows on one day.
      early_starts_local text CHECK (early_starts_local ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      -- The old table had one zone for several places, and an admin has to say whose it is.
      zone_in_doubt boolean NOT NULL DEFAULT false,
      PRIMARY KEY (venue, city, state, country)
    )`.execute(db)
  await sql`
    INSERT INTO venue_times (venue, city, state, country, time_zone, early_starts_local, zone_in_doubt)
    SELECT venue, city, state, country, CASE WHEN places = 1 THEN time_zone END,
      CASE WHEN places = 1 THEN early_starts_local END, places > 1 AND time_zone IS NOT NULL
    FROM venue_choices JOIN (
      SELECT lower(trim(venue)) AS venue, lower(trim(coalesce(city, ''))) AS city,
        lower(trim(coalesce(state, ''))) AS state, lower(trim(coalesce(country, ''))) AS country,
        count(*) OVER (PARTITION BY lower(trim(venue)), lower(trim(coalesce(city, '')))) AS places
      FROM shows GROUP BY 1, 2, 3, 4) AS place USING (venue, city)`.execute(db)
}
