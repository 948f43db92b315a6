import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { DEMO_ACCOUNTS, DEMO_FANS } from '@called-it/infra/demo/fans'
import { verifyPassword } from '@called-it/infra/passwords/argon2'
import { listUsers } from '@called-it/infra/postgres/queries/accounts/user-search'
import { findUserWithPassword } from '@called-it/infra/postgres/queries/accounts/users'
import { type DemoShow, listDemoShows } from '@called-it/infra/postgres/queries/catalogue/demo'
import { getAboveExpectation } from '@called-it/infra/postgres/queries/chances/above-expectation'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { findFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { isLongRun } from '@called-it/tests/support/long-run'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createInProcessRunner } from '../runs/in-process-runner.ts'
import { openSetlistSource } from '../runs/setlist-source.ts'
import { loadDemo } from './load-demo.ts'
import { playAsMachine } from './machine.ts'

const ANCHOR = '2026-03-14'
const LATER = '2026-04-20'
const LATEST = '2026-05-10'
const VISITOR = DEMO_ACCOUNTS.find(({ isAdmin }) => !isAdmin)
const TIMEOUT_MS = 180_000

function openDemo({ db, pool }: TestDatabase, today: string) {
  const source = openSetlistSource(db, { name: 'demo', options: { anchor: null } }, async () => today)
  return { source, runner: createInProcessRunner({ db, pool, source, worker: 'test' }) }
}

/** Returns what the load prints. */
async function loadOn(database: TestDatabase, today: string): Promise<string> {
  const { db } = database
  const { source, runner } = openDemo(database, today)
  const printed: string[] = []
  await loadDemo({ db, source, runner, today, print: (line) => printed.push(line) })
  return printed.join('\n')
}

/** Rows of the tables that a load writes, as text. */
async function readRows({ db }: TestDatabase): Promise<Set<string>> {
  const rows = new Set<string>()
  for (const table of [
    'users',
    'songs',
    'tours',
    'shows',
    'setlist_revisions',
    'predictions',
    'scores',
    'standings',
  ]) {
    const read = await sql<{
      row: string
    }>`SELECT kept::text AS row FROM ${sql.table(table)} AS kept`.execute(db)
    for (const { row } of read.rows) rows.add(`${table} ${row}`)
  }
  return rows
}

describe('demo load', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
    await loadOn(database, ANCHOR)
  }, TIMEOUT_MS)

  afterAll(() => database.drop())

  test('scores the shows before today and leaves the others open', async () => {
    const shows = await listDemoShows(database.db)
    const past = shows.filter(({ date }) => date < ANCHOR)
    expect(past.length).toBeGreaterThanOrEqual(40)
    expect(past.every(({ isScored }) => isScored)).toBe(true)
    const open = shows.filter(({ date }) => date >= ANCHOR)
    expect(open).toHaveLength(1 + 8)
    expect(open.some(({ isScored }) => isScored)).toBe(false)
    expect(await verifyStandings(database.db)).toEqual([])
  })

  test('scores cards of the machine for the newest past shows', async () => {
    const cards = await database.db
      .selectFrom('system_predictions')
      .select(['score', 'better_players as betterPlayers'])
      .execute()
    expect(cards).toHaveLength(12)
    expect(cards.every(({ score, betterPlayers }) => score !== null && betterPlayers !== null)).toBe(true)
    expect(cards.some(({ score }) => score !== null && score > 20)).toBe(true)
  })

  test('fills above expectation, also after an interrupted load', async () => {
    await database.db.transaction().execute(playAsMachine)
    const { rows } = await getAboveExpectation(database.db, DEMO_FANS.length)
    expect(rows[Math.floor(DEMO_FANS.length / 2)]?.above).toBeLessThan(rows[0]?.above ?? 0)
  })

  test('corrects the newest past shows, of which the visitor has played one', async () => {
    const { rows } = await sql<{ id: number; by_visitor: boolean }>`
      SELECT show_id AS id, EXISTS (
        SELECT FROM predictions JOIN users ON users.id = user_id
        WHERE predictions.show_id = announcements.show_id AND users.email = ${VISITOR?.email}) AS by_visitor
      FROM announcements WHERE kind = 'score-corrected' ORDER BY show_id`.execute(database.db)
    const past = (await listDemoShows(database.db)).filter(({ date }) => date < ANCHOR)
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(past.slice(-2).map(({ id }) => id)))
    expect(rows.some(({ by_visitor }) => by_visitor)).toBe(true)
  })

  test('predicts today’s show and the next for fans, and for no account', async () => {
    const [today, next, later] = (await listDemoShows(database.db)).filter(({ date }) => date >= ANCHOR)
    const playersOf = async (show: DemoShow | undefined) => {
      const players = await database.db
        .selectFrom('predictions')
        .innerJoin('users', 'users.id', 'predictions.user_id')
        .select('users.email')
        .where('show_id', '=', show?.id ?? 0)
        .execute()
      return players.map(({ email }) => email)
    }
    const [forToday, forNext] = [await playersOf(today), await playersOf(next)]
    expect(forToday.length).toBeGreaterThanOrEqual(15)
    expect(forNext.length).toBeGreaterThanOrEqual(5)
    for (const { email } of DEMO_ACCOUNTS) expect([...forToday, ...forNext]).not.toContain(email)
    expect(await playersOf(later)).toContain(VISITOR?.email)
  })

  test("makes one league, the visitor's", async () => {
    const members = await database.db
      .selectFrom('league_members')
      .innerJoin('users', 'users.id', 'league_members.user_id')
      .select(['users.email', 'league_members.role'])
      .orderBy('league_members.user_id')
      .execute()
    expect(members.length).toBeGreaterThan(10)
    const owners = members.filter(({ role }) => role === 'owner')
    expect(owners.map(({ email }) => email)).toEqual([VISITOR?.email])
  })

  test('lets most fans show their picks', async () => {
    const users = await database.db.selectFrom('users').select('shows_picks').execute()
    const shown = users.filter(({ shows_picks }) => shows_picks).length
    expect(shown).toBeLessThan(users.length)
    expect(shown).toBeGreaterThan(users.length * 0.8)
  })

  test('gives the visitor predictions, all created before their shows', async () => {
    const { rows } = await sql<{ early: boolean; by_visitor: boolean }>`
      SELECT predictions.created_at < shows.showdate AS early, users.email = ${VISITOR?.email} AS by_visitor
      FROM predictions JOIN shows ON shows.id = show_id JOIN users ON users.id = user_id
      WHERE shows.showdate < ${ANCHOR}`.execute(database.db)
    expect(rows.every(({ early }) => early)).toBe(true)
    expect(rows.filter(({ by_visitor }) => by_visitor).length).toBeGreaterThan(3)
  })

  test('lets the accounts log in with the public password, and no fan', async () => {
    for (const account of DEMO_ACCOUNTS) {
      const found = await findUserWithPassword(database.db, account.email)
      expect(found?.user).toMatchObject({ isAdmin: account.isAdmin, emailVerifiedAt: expect.any(Date) })
      expect(await verifyPassword(found?.passwordHash ?? '', account.password)).toBe(true)
    }
    const fan = await findUserWithPassword(database.db, DEMO_FANS[0]?.email ?? '')
    expect(fan?.user).toMatchObject({ isAdmin: false, emailVerifiedAt: expect.any(Date) })
    expect(await verifyPassword(fan?.passwordHash ?? '', DEMO_ACCOUNTS[0].password)).toBe(false)
    expect(await listUsers(database.db, { limit: 100 })).toHaveLength(DEMO_FANS.length + DEMO_ACCOUNTS.length)
  })

  test('changes nothing the second time and only adds shows later', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const before = await readRows(database)
    expect(await loadOn(database, ANCHOR)).toBe('The demo is up to date.')
    expect(await readRows(database)).toEqual(before)

    expect(await loadOn(database, LATER)).toMatch(/^The demo has announced \d+ shows\.$/)
    const after = await readRows(database)
    expect([...before].filter((row) => !after.has(row))).toEqual([])
    const added = [...after].filter((row) => !before.has(row)).map((row) => row.split(' ', 1)[0])
    expect(new Set(added)).toEqual(new Set(['shows', 'predictions']))
    const shows = await listDemoShows(database.db)
    expect(shows.filter(({ date }) => date > LATER)).toHaveLength(8)
    expect(await findFact(database.db, 'demo-anchor')).toBe(ANCHOR)
  })

  test('adds predictions to shows that an import has added', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await openDemo(database, LATEST).runner.run('import-catalogue', { notebookOnly: false })
    expect(await loadOn(database, LATEST)).toMatch(/^The demo has announced \d+ shows\.$/)
    const shows = await listDemoShows(database.db)
    expect(shows.filter(({ date }) => date > LATEST)).toHaveLength(8)
    expect(shows.filter(({ hasPredictions }) => !hasPredictions)).toEqual([])
    expect(await loadOn(database, LATEST)).toBe('The demo is up to date.')
  })
})

describe('demo program', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
  })

  afterAll(() => database.drop())

  const start = (env: Record<string, string> = {}): ChildProcess =>
    spawn(process.execPath, [path.join(import.meta.dirname, 'load.ts')], {
      env: { ...bareEnv, DATABASE_URL: database.url, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  async function run(env: Record<string, string> = {}) {
    const child = start(env)
    let output = ''
    child.stdout?.on('data', (data) => {
      output += data
    })
    child.stderr?.on('data', (data) => {
      output += data
    })
    await once(child, 'close')
    return { code: child.exitCode, output }
  }

  const countScored = async () => (await listDemoShows(database.db)).filter(({ isScored }) => isScored).length

  test('refuses production and any source but the demo', { timeout: TIMEOUT_MS }, async () => {
    expect(await run({ NODE_ENV: 'production' })).toEqual({
      code: 1,
      output: 'The demo is not loaded in production, nor where other machines can log in.\n',
    })
    expect(await run({ SETLIST_SOURCE: 'file:/some/where' })).toEqual({
      code: 1,
      output: 'The demo needs SETLIST_SOURCE=demo. DEMO=off starts without it.\n',
    })
    expect(await listUsers(database.db, { limit: 1 })).toEqual([])
  })

  test.runIf(isLongRun)('completes a load that was killed half-way', { timeout: TIMEOUT_MS }, async () => {
    const child = start()
    await vi.waitFor(async () => expect(await countScored()).toBeGreaterThan(2), {
      timeout: 90_000,
      interval: 20,
    })
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await findFact(database.db, 'demo-loaded')).toBeNull()
    const scored = await countScored()

    const { code, output } = await run()
    expect(output).toMatch(/^The demo is loaded: \d+ shows, \d+ of them scored, and 41 fans\.\n$/)
    expect(code).toBe(0)
    expect(await countScored()).toBeGreaterThan(scored)
    const anchor = (await findFact(database.db, 'demo-anchor')) ?? ''
    const past = (await listDemoShows(database.db)).filter(({ date }) => date < anchor)
    expect(past.every(({ isScored }) => isScored)).toBe(true)
    expect(await verifyStandings(database.db)).toEqual([])
    const open = await database.db.selectFrom('runs').select('id').where('ended_at', 'is', null).execute()
    expect(open).toEqual([])
  })
})
