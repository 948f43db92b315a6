import type { Database } from '@called-it/infra/postgres/client'
import { makeAdmin, makeSession, makeSetlist, makeShow, makeSongs } from '@called-it/infra/postgres/factories'
import { createPicksDrawer, SHARE_WITH_REPEATS } from '@called-it/infra/simulation/draw-picks'
import { PACKED_PICKS_BYTES, unpackPicks } from '@called-it/shared/game/packed-picks'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { writeSessionCookie } from '../auth/session-cookie.ts'
import { SESSION_SECRET } from './real-system.ts'

const COOKIE = 'called-it'
const CATALOGUE = 60
/** Predictions that differ; fans have them in turn. */
const VARIANTS = 2_000

/** A fan who is online. */
export type OnlineFan = { readonly userId: number; readonly cookie: string }

export type MadeUpCrowd = {
  readonly online: readonly OnlineFan[]
  readonly adminCookie: string
  /** Shows with a setlist, that every fan has predicted. */
  readonly showIds: readonly number[]
  /** A show that everybody may still predict. */
  readonly openShowId: number
  readonly songIds: readonly number[]
  /** What the pure function says that a fan's prediction of a show is worth. */
  pointsOf(userId: number): number
}

/** Fills an empty database at the speed of statements that make many rows. */
export async function makeUpCrowd(
  db: Database,
  { fans, online, shows }: { fans: number; online: number; shows: number },
): Promise<MadeUpCrowd> {
  const songIds = (await makeSongs(db, CATALOGUE)).map(({ id }) => id)
  const actual: ActualSetlist = {
    set1: songIds.slice(0, 9),
    set2: songIds.slice(9, 16),
    encore: songIds.slice(16, 18),
    further: [],
  }
  const admin = await makeAdmin(db)
  await sql`
    INSERT INTO users (email, display_name, sort_name, password_hash, email_verified_at)
    SELECT 'crowd-' || n || '@example.test', 'Crowd ' || n, 'crowd ' || n, 'none', now()
    FROM generate_series(1, ${fans}::integer) AS n`.execute(db)
  const variants = drawVariants(songIds, actual)
  const showIds: number[] = []
  while (showIds.length < shows) {
    const { id } = await makeShow(db)
    await makeSetlist(db, id, actual)
    await sql`
      INSERT INTO predictions (show_id, user_id, picks)
      SELECT ${id}::integer, users.id, variant.picks
      FROM users
      JOIN unnest(${variants.map((picks) => Buffer.from(picks))}::bytea[]) WITH ORDINALITY AS variant(picks, number)
        ON variant.number = 1 + users.id % ${VARIANTS}
      WHERE email LIKE 'crowd-%'`.execute(db)
    showIds.push(id)
  }
  const points = variants.map((picks) => scorePrediction(unpackPicks(picks), actual).total)
  const { sessionId } = await makeSession(db, admin.id)
  const openShow = await makeShow(db)
  await sql`ANALYZE`.execute(db)
  // What it took to make them is not the evening's to write.
  await sql`CHECKPOINT`.execute(db)
  return {
    online: await logIn(db, online),
    adminCookie: writeSessionCookie(sessionId, COOKIE, SESSION_SECRET),
    showIds,
    openShowId: openShow.id,
    songIds,
    pointsOf: (userId) => points[userId % VARIANTS] ?? 0,
  }
}

/** Predictions that hardly resemble each other, always the same ones. */
function drawVariants(songIds: readonly number[], actual: ActualSetlist): Uint8Array[] {
  const draw = createPicksDrawer({ seed: VARIANTS, repeats: SHARE_WITH_REPEATS, catalogue: songIds }, actual)
  return Array.from({ length: VARIANTS }, () => {
    const picks = new Uint8Array(PACKED_PICKS_BYTES)
    draw(picks, 0)
    return picks
  })
}

/** Sessions as a login leaves them, for fans spread over the whole crowd. */
async function logIn(db: Database, online: number): Promise<OnlineFan[]> {
  const { rows } = await sql<{ sid: string; user_id: number }>`
    INSERT INTO sessions (sid, sess, expire)
    SELECT gen_random_uuid(), json_build_object(
        'cookie', json_build_object('originalMaxAge', null, 'httpOnly', true, 'path', '/'),
        'passport', json_build_object('user', fan.id),
        'loggedInAt', ${Date.now()}::bigint, 'rolledAt', ${Date.now()}::bigint),
      now() + interval '30 days'
    FROM (
      SELECT id FROM users WHERE email LIKE 'crowd-%' ORDER BY md5(id::text) LIMIT ${online}
    ) AS fan
    RETURNING sid, user_id`.execute(db)
  return rows.map(({ sid, user_id }) => ({
    userId: user_id,
    cookie: writeSessionCookie(sid, COOKIE, SESSION_SECRET),
  }))
}
