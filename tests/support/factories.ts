/** Each factory inserts one valid row. Days count from the database's UTC day: no test depends on the calendar. */
import { randomUUID } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import { insertUser, type NewUser } from '@called-it/infra/postgres/queries/accounts/new-users'
import {
  insertRegistration,
  type NewRegistration,
  type Registration,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import { findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { insertFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import type {
  PredictionsTable,
  ScoresTable,
  SetlistRevisionsTable,
  ShowsTable,
  SongsTable,
  StandingsTable,
  ToursTable,
} from '@called-it/infra/postgres/schema'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import { type ActualSetlist, type Picks, SET_NAMES } from '@called-it/shared/game/setlist'
import { type Insertable, type Selectable, sql } from 'kysely'

export const TEST_SOURCE = 'demo'

export const TEST_PASSWORD = 'correct horse battery'

/** TEST_PASSWORD with cheaper parameters (m = 4 MiB, t = 1, p = 1). */
export const CHEAP_TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=4096,t=1,p=1$JY76vp/juM3QLq+16vRNSg$sqjUueK7PNfKGBYjdxX1H7rndyGrlFTc4Pdv74lVBtg'

/** TEST_PASSWORD hashed by argon2id (m = 19 MiB, t = 2, p = 1). */
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RU08N8wZ89XLOU0dibFE4Q$ntkDLPFRlgMX8H5TxBx8vudYlsTYu0KA8e9wKVNsHfU'

let made = 0

function nextNumber(): number {
  made += 1
  return made
}

/** A user with a verified address and TEST_PASSWORD. */
export async function makeUser(
  db: Database,
  given: Partial<NewUser> = {},
): Promise<User & { email: string }> {
  const number = nextNumber()
  const email = given.email ?? `fan-${number}@example.test`
  const id = await insertUser(db, {
    displayName: `Fan ${number}`,
    passwordHash: TEST_PASSWORD_HASH,
    isVerified: true,
    ...given,
    email,
  })
  const user = id === null ? null : await findUserById(db, id)
  if (!user) throw new Error(`the address ${email} is taken`)
  return { ...user, email }
}

export function makeAdmin(db: Database, given: Partial<NewUser> = {}): Promise<User & { email: string }> {
  return makeUser(db, { isAdmin: true, ...given })
}

/** A registration with TEST_PASSWORD that is not confirmed. */
export async function makeRegistration(
  db: Database,
  given: Partial<NewRegistration> = {},
): Promise<Registration> {
  const number = nextNumber()
  const registration = {
    email: `registered-${number}@example.test`,
    displayName: `Registered ${number}`,
    passwordHash: TEST_PASSWORD_HASH,
    ...given,
  }
  const id = await db.transaction().execute((trx) => insertRegistration(trx, registration))
  return { ...registration, showsPicks: true, id }
}

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

/** A prediction with at least one pick. Absent sets are empty. */
export async function makePrediction(
  db: Database,
  given: { showId: number; userId: number; picks: Partial<Picks> },
): Promise<Selectable<PredictionsTable>> {
  const picks = packPicks({ set1: [], set2: [], encore: [], ...given.picks })
  return db
    .insertInto('predictions')
    .values({ show_id: given.showId, user_id: given.userId, picks: Buffer.from(picks) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Absent categories are 0; the categories need not add up to the total. */
export type GivenScore = Partial<Omit<Insertable<ScoresTable>, 'score_set_id'>> & { user_id: number }

/** Marks a show with a setlist as scored with these scores. Standings do not change. */
export async function makeScores(
  db: Database,
  show: { id: number },
  scores: readonly GivenScore[] = [],
): Promise<{ scoreSetId: number; runId: number }> {
  const { setlist_revision_id: revisionId } = await db
    .selectFrom('shows')
    .select('setlist_revision_id')
    .where('id', '=', show.id)
    .executeTakeFirstOrThrow()
  if (revisionId === null) throw new Error('only a show with a setlist can be scored')
  const run = await db
    .insertInto('runs')
    .values({
      kind: 'score-show',
      subject: `show:${show.id}`,
      order: JSON.stringify({ showId: show.id, fetchSetlist: false }),
      state: 'done',
      result: JSON.stringify({ processed: scores.length, errors: 0 }),
      ended_at: sql<Date>`now()`,
    })
    .returning(['id', 'order_number'])
    .executeTakeFirstOrThrow()
  const set = await db
    .insertInto('score_sets')
    .values({ show_id: show.id, revision_id: revisionId, run_id: run.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (scores.length > 0) {
    await db
      .insertInto('scores')
      .values(scores.map((score) => ({ ...EMPTY_SCORE, ...score, score_set_id: set.id })))
      .execute()
  }
  await db
    .updateTable('shows')
    .set({ score_set_id: set.id, picks_closed: true, settled_by_order: run.order_number })
    .where('id', '=', show.id)
    .execute()
  return { scoreSetId: set.id, runId: run.id }
}

const EMPTY_SCORE = {
  total: 0,
  song_in_show: 0,
  song_in_set: 0,
  correct_song: 0,
  correct_special: 0,
  encore_in_set: 0,
}

/** A row of a board, counted in the board's histogram. */
export async function makeStanding(
  db: Database,
  standing: Insertable<StandingsTable>,
): Promise<Selectable<StandingsTable>> {
  await db
    .insertInto('standings_histogram')
    .values({ board: standing.board, total: standing.total, players: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['board', 'total'])
        .doUpdateSet({ players: sql<number>`standings_histogram.players + 1` }),
    )
    .execute()
  return db.insertInto('standings').values(standing).returningAll().executeTakeFirstOrThrow()
}

export async function makeSession(
  db: Database,
  userId: number,
  { loggedInAt = Date.now() }: { loggedInAt?: number } = {},
): Promise<{ sessionId: string }> {
  const sessionId = randomUUID()
  const sess = {
    cookie: { originalMaxAge: null, httpOnly: true, path: '/' },
    passport: { user: userId },
    loggedInAt,
    rolledAt: Date.now(),
  }
  await db
    .insertInto('sessions')
    .values({ sid: sessionId, sess: JSON.stringify(sess), expire: sql<Date>`now() + interval '30 days'` })
    .execute()
  return { sessionId }
}
