import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rebuildStandings } from '@called-it/infra/postgres/queries/standings/standings-count'
import { startPostgres } from '@called-it/launch/postgres'
import { makeScores, makeSetlist, makeShow, makeTour, makeUser } from '@called-it/tests/support/factories'
import { isLongRun } from '@called-it/tests/support/long-run'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/tests/support/temporary-data-dir'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { startGatewayProgram } from '@called-it/tests/support/workers/gateway-program'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

/** Starting a program takes seconds while other tests run. */
const TIMEOUT_MS = 300_000

let source: TestDatabase
let tourId: number
let folder: string

beforeAll(async () => {
  source = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'cli-backup-'))
  const { db } = source
  tourId = (await makeTour(db)).id
  const show = await makeShow(db, { tour_id: tourId, daysFromToday: -1 })
  await makeSetlist(db, show.id)
  const fans = [await makeUser(db), await makeUser(db), await makeUser(db)]
  await makeScores(
    db,
    show,
    fans.map(({ id }, place) => ({ user_id: id, total: 15 * place })),
  )
  await db.transaction().execute((trx) => rebuildStandings(trx))
})
afterAll(async () => {
  await source.drop()
  await rm(folder, { recursive: true })
})

const run = (databaseUrl: string, ...args: string[]) => runCommand(args, { DATABASE_URL: databaseUrl })

test('restores a backup and verifies its boards', async () => {
  const file = path.join(folder, 'a.backup')
  const target = await createTestDatabase()
  onTestFinished(() => target.drop())
  expect(await run(source.url, 'backup', file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(file),
  })

  const restored = await run(target.url, 'restore', file)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain('everybody logs in again')
  expect(restored.stdout).toContain('Every board is as a fresh count has it.')
  expect(await run(source.url, 'backup', file)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${file} is there already. A backup takes a new name.\n`,
  })
  expect(await run(target.url, 'restore', path.join(folder, 'none'))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no file'),
  })
})

test.runIf(isLongRun)(
  'shows the same leaderboards after a restore in a new data folder',
  { timeout: TIMEOUT_MS },
  async () => {
    const dataDir = await makeTemporaryDataDir()
    const server = await startPostgres({ dataDir, durable: false, log: () => undefined })
    onTestFinished(async () => {
      await server.stop()
      await removeTemporaryDataDir(dataDir)
    })
    expect(await run(server.url, 'migrate')).toMatchObject({ code: 0 })
    const file = path.join(folder, 'moved.backup')
    expect(await run(source.url, 'backup', file)).toMatchObject({ code: 0 })
    expect(await run(server.url, 'restore', file)).toMatchObject({ code: 0 })
    const gateways = await Promise.all([startGatewayProgram(source.url), startGatewayProgram(server.url)])
    for (const board of ['/api/leaderboard', `/api/tours/${tourId}/leaderboard`]) {
      const [before, after] = await Promise.all(gateways.map((url) => getJson(url + board)))
      expect(before).toMatchObject({ total: 3 })
      expect(after).toEqual(before)
    }
  },
)

async function getJson(url: string): Promise<unknown> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  const { version: _, ...board } = z.record(z.string(), z.unknown()).parse(await answer.json())
  return board
}
