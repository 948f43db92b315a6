import { setTimeout as wait } from 'node:timers/promises'
import { commitPicksOf } from '../support/commit-picks.ts'
import { makeAdmin, makeSession } from '../support/factories/accounts.ts'
import { makeSetlist, makeShow } from '../support/factories/catalogue.ts'
import { fillSongs } from '../support/simulation/queries.ts'
import { simulate } from '../support/simulation/simulate.ts'
import { cookieOf, logIn, type OnlineUser } from './crowd.ts'
import { measureRun } from './measured-runs.ts'
import { progress } from './runner.ts'
import type { System } from './system.ts'

export type GrowthSize = { users: number; shows: number; leagues: number; notifications: number }

export type GrownSite = {
  readonly tourId: number
  /** The last scored shows, which are read most. */
  readonly lastScored: readonly number[]
  readonly tonight: number
  /** A show whose picks are open. */
  readonly open: number
  /** Members of the leagues 1 and 2, which have 500; like the admin. */
  readonly fans: readonly OnlineUser[]
  readonly admin: OnlineUser
  /** Others. */
  readonly players: readonly { id: number; name: string }[]
  /** Of the fans, of the last scored show. */
  readonly predictions: readonly number[]
  /** Tokens of shared cards. */
  readonly shares: readonly string[]
  /** Mondays. */
  readonly weeks: readonly string[]
}

const SONGS = 900
export const LAST_SCORED = 3
const FANS = 45
const MAX_LEAGUE = 500
/** Beyond these days no worker commits to the picks of a lock. */
const DAYS_SINCE_LAST_SHOW = 10
const LOCKED_BEFORE_MS = 3_600_000
const GIVE_UP_MS = 900_000
const POLL_MS = 500

/** Picks are drawn and scored by the product itself, so that scores, notifications, feats and badges fit each other. */
export async function fillGrownSite(system: System, size: GrowthSize): Promise<GrownSite> {
  const { db, pool } = system
  await fillSongs(db, SONGS)
  const shows = await simulate(system, { fans: size.users, shows: size.shows }, progress)
  const [last] = shows.toReversed()
  if (!last) throw new Error('no show was generated')
  // Names differ as those of fans do, and many addresses have the same domain.
  await pool.query(`
    UPDATE shows SET showdate = current_date - ${DAYS_SINCE_LAST_SHOW} - 2 * (${last.id} - id);
    UPDATE shows SET locks_at = showdate + interval '1 day', time_source = 'default';
    UPDATE users SET shows_picks = id % 10 <> 0, display_name = 'Fan ' || left(md5(id::text), 8),
      sort_name = 'fan ' || left(md5(id::text), 8)`)
  const open = await makeShow(db)
  const lockedAt = new Date(Date.now() - LOCKED_BEFORE_MS)
  const tonight = await makeShow(db, { daysFromToday: 0, locks_at: lockedAt })
  await makeSetlist(db, tonight.id, last.setlist, { origin: 'hand' })
  await pool.query(`
    INSERT INTO predictions (show_id, user_id, picks)
    SELECT later.id, user_id, picks FROM predictions, (VALUES (${open.id}), (${tonight.id})) AS later (id)
    WHERE show_id = ${last.id}`)
  await commitPicksOf(db, tonight.id)
  await pool.query('VACUUM ANALYZE')
  const worker = await system.startWorker()
  for (const { id } of shows) {
    progress(`scoring show ${id}`)
    await measureRun(system, worker, 'score-show', { showId: id, fetchSetlist: false })
  }
  progress('waiting for what follows the scores')
  await waitForJobs(system)

  progress('leagues, notifications, follows, images')
  const admin = await makeAdmin(db)
  const { sessionId } = await makeSession(db, admin.id)
  const fans = await logIn(db, FANS)
  const fanIds = fans.map(({ userId }) => userId)
  await pool.query(fillingLeagues(size, [...fanIds, admin.id].join()))
  await pool.query(fillingRest(size, [...fanIds, admin.id].join()))
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
  const { rows } = await pool.query<
    Pick<GrownSite, 'tourId' | 'players' | 'predictions' | 'shares' | 'weeks'>
  >(`
    SELECT (SELECT tour_id FROM shows WHERE id = ${last.id}) AS "tourId",
      (SELECT json_agg(json_build_object('id', id, 'name', display_name) ORDER BY hashint4(id)) FROM users
        WHERE id % 500 = 7 AND id <> ALL('{${fanIds.join()}}')) AS players,
      (SELECT array_agg(id ORDER BY array_position('{${fanIds.join()}}', user_id)) FROM predictions
        WHERE user_id = ANY('{${fanIds.join()}}') AND show_id = ${last.id}) AS predictions,
      ARRAY(SELECT token FROM shares) AS shares,
      ARRAY(SELECT DISTINCT date_trunc('week', showdate)::date::text FROM shows WHERE is_scored) AS weeks`)
  const [read] = rows
  if (!read) throw new Error('nothing was read')
  return {
    ...read,
    lastScored: shows.slice(-LAST_SCORED).map(({ id }) => id),
    tonight: tonight.id,
    open: open.id,
    fans,
    admin: { userId: admin.id, cookie: cookieOf(sessionId) },
  }
}

export async function waitForJobs({ pool }: System): Promise<void> {
  const giveUpAt = Date.now() + GIVE_UP_MS
  for (;;) {
    const { rowCount } = await pool.query('SELECT FROM outbox WHERE done_at IS NULL AND dead_at IS NULL')
    if (rowCount === 0) return
    if (Date.now() > giveUpAt) throw new Error(`${rowCount} jobs are not done`)
    await wait(POLL_MS)
  }
}

/** A few have 500 members, most have some dozens. Of each four one counts since joining, without the worst two. */
const fillingLeagues = ({ users, leagues }: GrowthSize, members: string) => `
  INSERT INTO leagues (name, counts_from, drop_worst, token, code)
  SELECT 'League ' || number, CASE WHEN number % 4 = 2 THEN 'joining' ELSE 'all' END,
    CASE WHEN number % 4 = 2 THEN 2 ELSE 0 END, 'invitation-' || number,
    translate(lpad(to_hex(number), 6, '0'), '01abcdef', 'XYABCDEF')
  FROM generate_series(1, ${leagues}) AS number;
  INSERT INTO league_members (league_id, user_id, role, joined_at)
  SELECT id, 1 + (id * 7919 + number * 101) % ${users}, CASE number WHEN 1 THEN 'owner' ELSE 'member' END,
    now() - make_interval(days => 10 + number * 7 % 40)
  FROM leagues, generate_series(1, least(${MAX_LEAGUE - FANS - 1}, 3 + 800 / sqrt(id))::integer) AS number;
  INSERT INTO league_members (league_id, user_id, role, joined_at)
  SELECT league_id, user_id, 'member', now() - interval '30 days'
  FROM unnest('{${members}}'::integer[]) AS user_id, generate_series(1, 2) AS league_id
  ON CONFLICT DO NOTHING`

const fillingRest = ({ users, notifications }: GrowthSize, members: string) => `
  -- Else the worker sends mails all the time.
  TRUNCATE messages;
  UPDATE users SET password_hash = admin.password_hash FROM users AS admin
  WHERE users.id = ANY('{${members}}') AND admin.is_admin;
  WITH notice AS (
    INSERT INTO announcements (kind, payload, sent_at) VALUES ('admin-notice', '{"text": "Hello"}', now()) RETURNING id)
  INSERT INTO notifications (user_id, announcement_id, created_at)
  SELECT 1 + number % ${users}, notice.id, now() - make_interval(mins => number % 40000)
  FROM notice, generate_series(1, ${notifications} - (SELECT count(*)::integer FROM notifications)) AS number;
  INSERT INTO follows (user_id, followed_user_id)
  SELECT user_id, 1 + (user_id + number * 97) % ${users}
  FROM unnest('{${members}}'::integer[]) AS user_id, generate_series(1, 100) AS number
  ON CONFLICT DO NOTHING;
  INSERT INTO avatars (user_id, content_hash, webp)
  SELECT id, encode(sha256(id::text::bytea), 'hex'), decode(repeat(md5(id::text), 256), 'hex')
  FROM users WHERE id % 20 = 0;
  INSERT INTO expected_points (show_id, user_id, points)
  SELECT show_id, user_id, 10 + (hashint4(user_id + show_id) & 15) FROM predictions JOIN shows ON shows.id = show_id
  WHERE is_scored ON CONFLICT DO NOTHING;
  INSERT INTO above_expectation (user_id, shows, above)
  SELECT user_id, shows, total - shows * 17 FROM standings WHERE board = 0 ON CONFLICT DO NOTHING;
  INSERT INTO system_predictions (show_id, player, picks, score, better_players)
  SELECT show_id, user_id, picks, 30, 100 FROM predictions JOIN shows ON shows.id = show_id
  WHERE user_id IN (SELECT id FROM system_players) AND is_scored ON CONFLICT DO NOTHING;
  INSERT INTO pick_locks (show_id, number, locked_at, showdate, salt_key, leaves, first_users)
  SELECT id, 1, locks_at, showdate, '', ${users}, '{}' FROM shows WHERE is_scored;
  INSERT INTO shares (token, show_id, user_id)
  SELECT left(encode(sha256(user_id::text::bytea), 'hex'), 22), show_id, user_id FROM predictions
  WHERE show_id = (SELECT max(id) FROM shows WHERE is_scored) AND user_id % 100 = 0;
  INSERT INTO webhooks (name, url, format, kinds, has_spoilers, secret, created_by, disabled_at)
  SELECT 'Hook', 'https://example.test/', 'json', '{}', true, 'none', id, now() FROM users WHERE is_admin;
  WITH events AS (
    INSERT INTO public_events (kind, key, payload)
    SELECT 'weekly-table', 'growth:' || number, '{}' FROM generate_series(1, 5000) AS number RETURNING id)
  INSERT INTO webhook_deliveries (webhook_id, event_id, attempts, delivered_at)
  SELECT webhooks.id, events.id, 1, now() FROM webhooks, events;
  INSERT INTO reports (kind, reported_user_id, user_id) SELECT 'name', id, id + 1 FROM users WHERE id % 100 = 0`
