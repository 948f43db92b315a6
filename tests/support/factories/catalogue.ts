/** Days count from the database's UTC day: no test depends on the calendar. */
import type { Database } from '@called-it/infra/postgres/client'
import { insertFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import type {
  SetlistRevisionsTable,
  ShowsTable,
  SongsTable,
  ToursTable,
} from '@called-it/infra/postgres/schema/catalogue'
import { ZONE_RULES } from '@called-it/infra/venue-zones/zone-of-venue'
import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import { type ActualSetlist, SET_NAMES } from '@called-it/shared/game/setlist'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { nextNumber } from './next-number.ts'

export const TEST_SOURCE = 'demo'

type Given<Table> = Partial<Insertable<Table>>

export async function makeSong(db: Database, given: Given<SongsTable> = {}): Promise<Selectable<SongsTable>> {
  const number = nextNumber()
  return db
    .insertInto('songs')
    .values({
      id: sql<number>`(SELECT coalesce(max(id), 0) + 1 FROM songs)`,
      source: TEST_SOURCE,
      source_id: `song-${number}`,
      slug: `song-${number}`,
      name: `Song ${number}`,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Several songs, the most played first. */
export async function makeSongs(db: Database, count: number): Promise<Selectable<SongsTable>[]> {
  const songs: Selectable<SongsTable>[] = []
  for (let left = count; left > 0; left -= 1) songs.push(await makeSong(db, { times_played: left }))
  return songs
}

export async function makeTour(db: Database, given: Given<ToursTable> = {}): Promise<Selectable<ToursTable>> {
  const number = nextNumber()
  return db
    .insertInto('tours')
    .values({
      source: TEST_SOURCE,
      source_id: `tour-${number}`,
      name: `Tour ${number}`,
      start_date: dayFromToday(-30),
      end_date: dayFromToday(30),
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * A show in a week, on no tour, whose lock is the end of its UTC day unless the test sets another. Workers that start
 * later do not compute it again.
 */
export async function makeShow(
  db: Database,
  given: Given<ShowsTable> & { daysFromToday?: number } = {},
): Promise<Selectable<ShowsTable>> {
  const { daysFromToday = 7, ...columns } = given
  const number = nextNumber()
  const day = columns.showdate === undefined ? dayFromToday(daysFromToday) : sql`${columns.showdate}::date`
  await insertFact(db, 'schedule', DEFAULT_SCHEDULE)
  await insertFact(db, 'zone-rules', ZONE_RULES)
  return db
    .insertInto('shows')
    .values({
      source: TEST_SOURCE,
      source_id: `show-${number}`,
      showdate: dayFromToday(daysFromToday),
      venue: `Venue ${number}`,
      city: 'Harborview',
      state: 'ME',
      country: 'USA',
      locks_at: sql<Date>`(${day} + 1)::timestamp AT TIME ZONE 'UTC'`,
      time_source: 'default',
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a show without its events, and to what no endpoint may change it. */
export async function changeShow(db: Database, id: number, values: Updateable<ShowsTable>): Promise<void> {
  await db.updateTable('shows').set(values).where('id', '=', id).execute()
}

export async function changeSong(db: Database, id: number, values: Updateable<SongsTable>): Promise<void> {
  await db.updateTable('songs').set(values).where('id', '=', id).execute()
}

function dayFromToday(days: number) {
  return sql<string>`(now() AT TIME ZONE 'UTC')::date + ${days}::integer`
}

/** A setlist revision that its show points at. Absent sets are empty. */
export async function makeSetlist(
  db: Database,
  showId: number,
  sets: Partial<ActualSetlist> = {},
  given: Given<SetlistRevisionsTable> = {},
): Promise<Selectable<SetlistRevisionsTable>> {
  const revision = await db
    .insertInto('setlist_revisions')
    .values({
      show_id: showId,
      number: sql<number>`(SELECT count(*) + 1 FROM setlist_revisions WHERE show_id = ${showId})`,
      origin: 'source',
      text: 'Set 1: as the test has it',
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const performances = [
    ...SET_NAMES.map((set) => ({ set, songs: sets[set] ?? [] })),
    ...(sets.further ?? []),
  ].flatMap(({ set, songs }) =>
    songs.map((songId, index) => ({ set_name: set, position: index + 1, song_id: songId })),
  )
  if (performances.length > 0) {
    await db
      .insertInto('performances')
      .values(
        performances.map((performance, index) => ({
          revision_id: revision.id,
          sequence: index + 1,
          ...performance,
        })),
      )
      .execute()
  }
  await db.updateTable('shows').set({ setlist_revision_id: revision.id }).where('id', '=', showId).execute()
  return revision
}
