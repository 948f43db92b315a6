/** Backup, restore and migrate as an operator gives them. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bareEnv } from '@called-it/infra/embedded/bare-env'
import { freePort } from '@called-it/infra/embedded/free-port'
import { isLongRun } from '@called-it/infra/embedded/long-run'
import { startPostgres } from '@called-it/infra/embedded/postgres'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/infra/embedded/temporary-data-dir'
import { startProgram } from '@called-it/infra/embedded/test-program'
import { testRedis } from '@called-it/infra/embedded/test-redis'
import { makeScores, makeSetlist, makeShow, makeTour, makeUser } from '@called-it/infra/postgres/factories'
import { rebuildStandings } from '@called-it/infra/postgres/queries/standings-count'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

/** A program takes longer to start than to do what it is told, and all the more so beside other tests. */
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

type Ended = { code: number; said: string; complained: string }

function run(databaseUrl: string, ...args: string[]): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const child = execFile(
    process.execPath,
    [path.join(import.meta.dirname, 'cli.ts'), ...args],
    { env: { ...bareEnv, DATABASE_URL: databaseUrl } },
    (_, said, complained) => resolve({ code: child.exitCode ?? -1, said, complained }),
  )
  return promise
}

test('what is backed up comes back, and its boards are verified', { timeout: TIMEOUT_MS }, async () => {
  const file = path.join(folder, 'a.backup')
  const target = await createTestDatabase()
  onTestFinished(() => target.drop())
  expect(await run(source.url, 'backup', file)).toMatchObject({
    code: 0,
    said: expect.stringContaining(file),
  })

  const [restored, again, missing] = await Promise.all([
    run(target.url, 'restore', file),
    run(source.url, 'backup', file),
    run(target.url, 'restore', path.join(folder, 'none')),
  ])
  expect(restored).toMatchObject({ code: 0, complained: '' })
  expect(restored.said).toContain('everybody logs in again')
  expect(restored.said).toContain('Every board is as a fresh count has it.')
  expect(again).toMatchObject({
    code: 1,
    said: '',
    complained: `${file} is there already. A backup takes a new name.\n`,
  })
  expect(missing).toMatchObject({
    code: 1,
    said: '',
    complained: expect.stringContaining('There is no file'),
  })
})

test.runIf(isLongRun)(
  'two migrations of a new data folder apply once, and a restore there shows the same leaderboards',
  { timeout: TIMEOUT_MS },
  async () => {
    const dataDir = await makeTemporaryDataDir()
    const server = await startPostgres({ dataDir, durable: false, log: () => undefined })
    onTestFinished(async () => {
      await server.stop()
      await removeTemporaryDataDir(dataDir)
    })
    const [one, other] = await Promise.all([run(server.url, 'migrate'), run(server.url, 'migrate')])
    expect([one.code, other.code]).toEqual([0, 0])
    const applied = [one, other].map(({ said }) => said.match(/Success/g)?.length ?? 0).sort()
    expect(applied).toEqual([0, expect.any(Number)])
    expect(applied[1]).toBeGreaterThan(4)

    const file = path.join(folder, 'moved.backup')
    expect(await run(source.url, 'backup', file)).toMatchObject({ code: 0 })
    expect(await run(server.url, 'restore', file)).toMatchObject({ code: 0 })
    const gateways = await Promise.all([startGateway(source.url), startGateway(server.url)])
    for (const board of ['/api/leaderboard', `/api/tours/${tourId}/leaderboard`]) {
      const [before, after] = await Promise.all(gateways.map((url) => getJson(url + board)))
      expect(before).toMatchObject({ total: 3 })
      expect(after).toEqual(before)
    }
  },
)

/** A gateway on a database, for as long as the test; answers with its address. */
async function startGateway(databaseUrl: string): Promise<string> {
  const port = String(await freePort())
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: testRedis().url, PORT: port }
  const gateway = await startProgram('gateway/main.ts', env)
  onTestFinished(() => gateway.kill())
  return `http://127.0.0.1:${port}`
}

async function getJson(url: string): Promise<unknown> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  const { version: _, ...board } = z.record(z.string(), z.unknown()).parse(await answer.json())
  return board
}
