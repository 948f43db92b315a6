import { makeUser } from '@called-it/infra/postgres/factories'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-count'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { unpackPicks } from '@called-it/shared/game/packed-picks'
import { scorePrediction } from '@called-it/shared/game/scoring'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulate } from './simulation/simulate.ts'
import { startGatewayProgram } from './testing/gateway-program.ts'
import { runCommand } from './testing/run-command.ts'

const TIMEOUT_MS = 120_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (...args: string[]) => runCommand(['simulate', ...args], { DATABASE_URL: database.url })

const count = async (table: 'users' | 'shows' | 'predictions' | 'scores' | 'standings' | 'tours') =>
  (
    await database.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows

test('a crowd plays, is scored, looks on, and is taken away again', { timeout: TIMEOUT_MS }, async () => {
  const fan = await makeUser(database.db)
  const url = await startGatewayProgram(database.url)
  const { code, said, complained } = await run(
    ...['--fans', '40', '--shows', '2', '--score', '--sockets', '3', '--seconds', '1', '--url', url],
  )
  expect(complained).toBe('')
  expect(code).toBe(0)
  expect(said).toContain('40 fans and 2 shows with 80 predictions are there')
  expect(said).toContain('2 shows are scored.')
  expect(said).toContain(`3 sockets are connected to ${url}.`)
  expect(said).toContain('0 connections were lost')
  expect([await count('predictions'), await count('scores')]).toEqual([80, 80])
  // The board of all shows, and the tour's.
  expect(await count('standings')).toBe(80)
  expect(await verifyStandings(database.db)).toEqual([])

  const removed = await run('--remove')
  expect(removed.said).toContain('40 simulated fans and 2 shows are gone')
  for (const table of ['shows', 'predictions', 'scores', 'standings', 'tours'] as const) {
    expect([table, await count(table)]).toEqual([table, 0])
  }
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual([{ id: fan.id }])
})

test('where an address could be real it goes on only when told to', { timeout: TIMEOUT_MS }, async () => {
  const real = await makeUser(database.db, { email: 'somebody@examplary.org' })
  const { code, said, complained } = await run('--fans', '3')
  expect(code).toBe(1)
  expect(said).toBe('')
  expect(complained).toContain('accounts of real people')
  expect(await count('predictions')).toBe(0)
  expect(await run('--fans', '3', '--yes')).toMatchObject({ code: 0 })
  expect(await count('predictions')).toBe(3)
  await database.db.deleteFrom('users').where('id', '=', real.id).execute()
})

test('where no site answers it says so', { timeout: TIMEOUT_MS }, async () => {
  const { code, complained } = await run('--sockets', '1', '--url', 'http://127.0.0.1:1', '--shows', '0')
  expect(code).toBe(1)
  expect(complained).toContain('Is the site running there?')
  expect(complained).not.toMatch(/\n +at /)
})

test('predictions know the band, and some pick a song twice', async () => {
  const [show] = await simulate(database, { fans: 500, shows: 1 })
  if (!show) throw new Error('no show was made')
  const stored = await database.db
    .selectFrom('predictions')
    .select('picks')
    .where('show_id', '=', show.id)
    .execute()
  expect(stored).toHaveLength(500)
  const picks = stored.map((prediction) => unpackPicks(prediction.picks))
  const songsOf = ({ set1, set2, encore }: (typeof picks)[number]) =>
    [...set1, ...set2, ...encore].filter((song) => song !== null)
  const repeating = picks.filter((one) => new Set(songsOf(one)).size < songsOf(one).length)
  expect(repeating.length).toBeGreaterThan(0)
  expect(repeating.length).toBeLessThan(100)
  const points = picks.map((one) => scorePrediction(one, show.setlist).total)
  expect(Math.min(...points)).toBeLessThan(Math.max(...points))
  expect(new Set(picks.map((one) => JSON.stringify(one))).size).toBe(500)
})
