import { isDeepStrictEqual } from 'node:util'
import { USER_COLUMNS } from '@called-it/infra/postgres/queries/accounts/user-columns'
import { EXPORTED_TABLES, LEFT_OUT } from '@called-it/infra/postgres/queries/accounts/user-export'
import { storeShare } from '@called-it/infra/postgres/queries/shares/shares'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makeBand } from '@called-it/tests/support/factories/night'
import { makeNotification, makeWishes } from '@called-it/tests/support/factories/notifications'
import { makePrediction, makeScoredShow, makeStanding } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { readZip } from '@called-it/tests/support/read-zip'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db, pool } = gateway.postgres

const PATH = '/api/users/current/export'
const MINUTE_MS = 60_000
/** In no time, hash or other number by chance. */
const ID = 731_459_862
const NAME = 'Quillon <Vexley>'
const EMAIL = 'quillon.vexley@example.test'
const OTHER_NAME = 'Somebody Else'
/** In place of everything that lets somebody in. */
const SECRET = Buffer.alloc(32, 'secretly')

/** Where a user is named beside the columns of users, and why no export has it. */
const ELSEWHERE = {
  board_tops: 'follows from the scores',
  outbox: 'what is still to be done, by ids',
  pick_locks: 'the tree of a show, of which the user has the own leaf',
  public_events: 'what everybody was told; the name goes',
}

async function download(as: string, language = 'en'): Promise<Map<string, string>> {
  const headers = { cookie: as, 'accept-language': language }
  const response = await fetch(gateway.url + PATH, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return readZip(Buffer.from(await response.arrayBuffer()))
}

type Row = Readonly<Record<string, unknown>>

/** The rows that have a text anywhere, by table. */
async function scan(text: string): Promise<[table: string, row: Row][]> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`)
  const found: [string, Row][] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Row }>`
      SELECT to_jsonb(one) AS row FROM ${sql.table(name)} AS one
      WHERE strpos(lower(one::text), ${text.toLowerCase()}) > 0`.execute(db)
    found.push(...rows.map(({ row }): [string, Row] => [name, row]))
  }
  return found
}

/** Whether it has nothing that the row has not, and hardly less. */
function isFrom(row: unknown, exported: unknown): boolean {
  if (!isRecord(row) || !isRecord(exported)) return isDeepStrictEqual(row, exported)
  return Object.entries(exported).every(([key, value]) => isFrom(row[key], value))
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Fills every table that can name a user. */
async function fillTables(): Promise<string> {
  await sql`SELECT setval('users_id_seq', ${ID - 1})`.execute(db)
  const fan = await makeUser(db, { displayName: NAME, email: EMAIL })
  expect(fan.id).toBe(ID)
  const other = await makeUser(db, { displayName: OTHER_NAME })
  const band = await makeBand(db, 3)
  const played = { set1: band.ids(0, 1) }
  const { id: show } = await makeScoredShow(db, played, [
    { user_id: ID, total: 12 },
    { user_id: other.id, total: 3 },
  ])
  const { id: open } = await makeShow(db)
  for (const userId of [ID, other.id]) {
    await makePrediction(db, { showId: show, userId, picks: { set1: band.ids(0, 2) } })
    await makeStanding(db, { board: GLOBAL_BOARD, user_id: userId, total: 12 })
  }
  await makePrediction(db, { showId: open, userId: ID, picks: { encore: band.ids(1) } })
  const { id: league } = await makeLeague(db, [ID, other.id], { name: 'Row R' })
  await makeLeague(db, [other.id])
  await makeNotification(db, { user_id: ID, announcement_id: 1, detail: JSON.stringify({ total: 12 }) })
  await storeShare(db, { showId: show, userId: ID }, 'a-shared-card')
  const device = { endpoint: 'https://push.example/secretly', p256dh: 'secretly', auth: 'secretly' }
  await makeWishes(db, ID, {
    kinds: ['final-score'],
    wishes: { mail: false },
    devices: [device],
  })
  await db.transaction().execute(async (trx) => {
    await insertJob(trx, 'mail-known-address', { userId: ID })
    const leaders = [{ rank: 1, points: 12, name: NAME }]
    const payload = JSON.stringify({ leaders })
    await trx.insertInto('public_events').values({ kind: 'show-final', key: 'final', payload }).execute()
  })
  const insert = (table: string, values: Row) =>
    sql`INSERT INTO ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      VALUES (${sql.join(Object.values(values))})`.execute(db)
  const now = new Date()
  const rows: readonly (readonly [table: string, values: Row])[] = [
    ['above_expectation', { user_id: ID, shows: 1, above: 2 }],
    [
      'address_changes',
      { user_id: ID, old_email: EMAIL, new_email: 'quillon@new.example', new_token_hash: SECRET },
    ],
    ['api_keys', { user_id: ID, name: 'a key', key_hash: SECRET, hint: 'abcd' }],
    ['audit_log', { actor_id: ID, action: 'user:renamed', subject: `user:${ID}`, address: '192.0.2.1' }],
    ['audit_log', { actor_id: other.id, action: 'user:warned', subject: `user:${ID}`, address: '192.0.2.2' }],
    ['auth_tokens', { user_id: ID, purpose: 'reset-password', token_hash: SECRET, expires_at: now }],
    ['avatars', { user_id: ID, content_hash: 'a-hash', webp: Buffer.from('an image') }],
    ['badges', { user_id: ID, badge: 'first-card', show_id: show }],
    ['blocked_words', { word: 'heckler', created_by: ID }],
    ['board_tops', { board: GLOBAL_BOARD, user_ids: [ID, other.id] }],
    ['expected_points', { show_id: show, user_id: ID, points: 4 }],
    ['external_accounts', { issuer: 'https://id.example', subject: 'quillon', user_id: ID }],
    ['follows', { user_id: ID, followed_user_id: other.id }],
    ['follows', { user_id: other.id, followed_user_id: ID }],
    ['league_removals', { league_id: league, user_id: ID }],
    [
      'live_taps',
      {
        op_id: crypto.randomUUID(),
        show_id: show,
        user_id: ID,
        base: 0,
        op: '{}',
        tapped_at: now,
        outcome: 'stored',
        revision: 1,
      },
    ],
    ['login_links', { email: EMAIL, display_name: NAME, browser_hash: SECRET, token_hash: SECRET }],
    ['messages', { user_id: ID, notification_id: 1, channel: 'mail' }],
    ['night_feats', { show_id: show, user_id: ID, feats: 1 }],
    ['notification_settings', { user_id: ID, unsubscribe_token: 'secretly' }],
    [
      'passkeys',
      {
        id: 'of-the-phone',
        user_id: ID,
        public_key: SECRET,
        counter: 0,
        name: 'phone',
        host: 'band.example',
      },
    ],
    [
      'pick_locks',
      {
        show_id: show,
        number: 1,
        locked_at: now,
        showdate: '2026-07-01',
        salt_key: SECRET,
        leaves: 2,
        first_users: [ID],
      },
    ],
    ['pick_commitments', { show_id: show, lock_no: 1, user_id: ID, leaf: Buffer.from('a leaf') }],
    ['recovery_codes', { user_id: ID, code_hash: SECRET }],
    ['reminders', { user_id: ID, day: '2026-07-01', show_id: show, kind: 'before-lock' }],
    ['reports', { kind: 'name', reported_user_id: ID, user_id: other.id, note: 'secretly' }],
    ['reports', { kind: 'name', reported_user_id: other.id, user_id: ID, note: 'an insult' }],
    ['reports', { kind: 'image', reported_user_id: other.id, decided_by: ID, decision: 'dismiss' }],
    ['runs', { kind: 'score-show', subject: 'show:1', order: '{}', ordered_by: ID }],
    ['setlist_revisions', { show_id: open, number: 1, origin: 'hand', text: 'Set 1: Song', created_by: ID }],
    [
      'suspensions',
      {
        user_id: other.id,
        reason: 'a reason',
        display_name: OTHER_NAME,
        shows_picks: true,
        suspended_by: ID,
      },
    ],
    ['suspensions', { user_id: ID, reason: 'lifted', display_name: NAME, shows_picks: true }],
    [
      'webhooks',
      {
        name: 'a hook',
        url: 'https://hook.example/secretly',
        format: 'json',
        kinds: ['show-final'],
        has_spoilers: false,
        secret: 'secretly',
        created_by: ID,
      },
    ],
  ]
  for (const [table, values] of rows) await insert(table, values)
  return gateway.loginAs(fan)
}

describe('own data', () => {
  let cookie = ''
  beforeAll(async () => {
    cookie = await fillTables()
  })

  test('is all that a search of every table finds, but what is left out', async () => {
    const files = await download(cookie)
    const rowsOf = (table: string): unknown[] => JSON.parse(files.get(`${table}.json`) ?? '[]')
    const missing: unknown[] = []
    const found = new Set<string>()
    for (const text of [String(ID), NAME, EMAIL]) {
      for (const [table, row] of await scan(text)) {
        found.add(table)
        const isOwn = rowsOf(table).some((exported) =>
          table === 'predictions' ? isRecord(exported) && exported.id === row.id : isFrom(row, exported),
        )
        const isKeptFromAll = Object.entries(row).some(
          ([column, value]) => value === ID && LEFT_OUT[`${table}.${column}`]?.columns === 'all',
        )
        if (!isOwn && !isKeptFromAll && !(table in ELSEWHERE)) missing.push([table, row])
      }
    }
    expect(missing).toEqual([])
    // Every table that can name a user does.
    expect([...found].toSorted()).toEqual(
      expect.arrayContaining(
        [...EXPORTED_TABLES, ...Object.keys(ELSEWHERE)].filter((table) => table !== 'registrations'),
      ),
    )
    const text = [...files.values()].join('\n')
    expect(text).not.toMatch(/secretly/)
    expect(text).not.toContain(SECRET.toString('hex'))
    expect(text).not.toContain('argon2')
    expect(text).not.toContain(OTHER_NAME)
    expect(text).not.toContain('192.0.2.2')
    expect(text).not.toMatch(cookie.slice(-20))
    expect(files.get('image.webp')).toBe('an image')
  })

  test('has no hashes, tokens or other bytes but those that are no secret', async () => {
    const { rows } = await pool.query<{ table: string; column: string }>(`
      SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name ~ '(hash|token|secret|key|code|auth)$')
      ORDER BY 1, 2`)
    const leftOut = Object.entries(LEFT_OUT).flatMap(([key, { columns }]) =>
      columns === 'all' ? [] : columns.map((column) => `${key.split('.')[0]}.${column}`),
    )
    const left = rows
      .filter(
        ({ table, column }) => EXPORTED_TABLES.includes(table) && !leftOut.includes(`${table}.${column}`),
      )
      .map(({ table, column }) => `${table}.${column}`)
    // Picks are sent with the names of songs, and who has shared a card has given its token away.
    expect(left).toEqual([
      'avatars.content_hash',
      'pick_commitments.leaf',
      'predictions.picks',
      'shares.token',
    ])
  })

  test('has a page to read in the language of the user', async () => {
    const files = await download(cookie, 'de')
    const page = files.get('index.html') ?? ''
    expect(page).toContain('<html lang="de">')
    expect(page).not.toContain('<script')
    for (const text of ['Quillon &lt;Vexley&gt;', EMAIL, 'Row R', 'Song ', '<td>12</td>', 'scores.json']) {
      expect(page).toContain(text)
    }
    const predictions = JSON.parse(files.get('predictions.json') ?? '[]')
    expect(predictions).toMatchObject([
      { venue: expect.stringMatching(/^Venue/), score: 12 },
      { venue: expect.stringMatching(/^Venue/), score: null },
    ])
    expect(predictions[0].picks.set1[0]).toEqual({ id: 1, name: expect.stringMatching(/^Song/) })
  })

  test('asks for a fresh login', async () => {
    const as = await gateway.loginAs({ id: ID }, { loggedInAt: Date.now() - 6 * MINUTE_MS })
    expect(await gateway.send('GET', PATH, { as })).toMatchObject(refusal(403, 'reauthentication_required'))
  })

  test('goes with the profile: name and address nowhere, the id where it stays', async () => {
    const { status } = await gateway.send('POST', '/api/auth/delete-profile', { as: cookie, json: {} })
    expect(status).toBe(200)
    for (const text of [NAME, 'quillon']) expect(await scan(text)).toEqual([])
    const kept = Object.entries(USER_COLUMNS).flatMap(([name, column]) =>
      column.kept ? name.split('.')[0] : [],
    )
    const tables = new Set((await scan(String(ID))).map(([table]) => table))
    expect([...tables].filter((table) => !kept.includes(table)).toSorted()).toEqual(
      [...Object.keys(ELSEWHERE).filter((table) => table !== 'public_events'), 'users'].toSorted(),
    )
  })
})

test('exports 500 predictions within 10 s', { timeout: 60_000 }, async () => {
  const fan = await makeUser(db)
  const band = await makeBand(db, 30)
  const places = Array.from({ length: 8 }, (_, place) => place)
  for (let night = 0; night < 500; night++) {
    const { id: showId } = await makeShow(db, { daysFromToday: -night - 10 })
    const picks = {
      set1: band.ids(...places),
      set2: band.ids(...places.map((place) => place + 8)),
      encore: band.ids(20 + (night % 10)),
    }
    await makePrediction(db, { showId, userId: fan.id, picks })
  }
  const as = await gateway.loginAs(fan)
  const startedAt = performance.now()
  const files = await download(as)
  const ms = performance.now() - startedAt
  expect(JSON.parse(files.get('predictions.json') ?? '[]')).toHaveLength(500)
  expect(ms).toBeLessThan(10_000)
})
