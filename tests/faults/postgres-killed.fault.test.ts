import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeShow } from '../support/factories/catalogue.ts'
import { type KillablePostgres, startKillablePostgres } from '../support/killable-postgres.ts'
import { makePredictedShow } from '../support/predicted-show.ts'
import { startSaving } from '../support/saving.ts'
import { enqueueScoring } from '../support/scoring-runs.ts'
import { type System, startSystem } from '../support/start-system.ts'

const PREDICTIONS = 20_000

let system: System<KillablePostgres>
beforeAll(async () => {
  system = await startSystem({ database: await startKillablePostgres(), gateways: 2, workers: 2 })
}, LIMIT.timeout)
afterAll(() => system.stop(), LIMIT.timeout)

// F7, guarded by the error listener of each connection (`infra/postgres/client.ts`): without it gateways exit with the server.
test('returns 503 meanwhile and keeps every acknowledged save', LIMIT, async () => {
  const { db } = system.database
  const { gateways, workers } = system
  const show = await makePredictedShow(db, PREDICTIONS)
  const open = await makeShow(db)
  const songIds = (await db.selectFrom('songs').select('id').execute()).map(({ id }) => id)
  const pages = await Promise.all(gateways.map((gateway) => gateway.openPage()))
  const users = [await system.logIn('user'), await system.logIn('user'), await system.logIn('user')]
  const saving = startSaving(system, { users, showIds: [open.id], songIds })
  await enqueueScoring(db, show.id)
  for (let kills = 1; kills <= 2; kills += 1) {
    const before = saving.count()
    await expect.poll(saving.count, PATIENCE).toBeGreaterThan(before + 20)
    await system.database.kill()
    for (const gateway of gateways) {
      const response = await gateway.send('GET', '/api/shows/upcoming')
      expect(response).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    }
    await system.database.restart()
  }
  const before = saving.count()
  await expect.poll(saving.count, PATIENCE).toBeGreaterThan(before + 20)
  await saving.stop()
  expect(saving.refused).toEqual([])
  expect([...gateways, ...workers].every((member) => member.isAlive())).toBe(true)
  await expectConsistent(system, { saves: saving.acknowledged(), pages })
})
