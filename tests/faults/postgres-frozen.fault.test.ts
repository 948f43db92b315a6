import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeShow, makeSongs } from '../support/factories/catalogue.ts'
import { makePrediction } from '../support/factories/scores.ts'
import { type KillablePostgres, startKillablePostgres } from '../support/killable-postgres.ts'
import { startSaving } from '../support/saving.ts'
import { type System, startSystem } from '../support/start-system.ts'

const FROZEN_MS = 20_000
const RESPONDS_WITHIN_MS = 6_000
/** More than a gateway has connections. */
const CLIENTS = 24

let system: System<KillablePostgres>
beforeAll(async () => {
  system = await startSystem({ database: await startKillablePostgres(), workers: 1 })
}, LIMIT.timeout)
afterAll(() => system.stop(), LIMIT.timeout)

// F23, guarded by the timeouts of the gateways' pool (`infra/postgres/bounded-pool.ts`): without them requests get no
// response until Postgres goes on.
test('responds to every request within 6 s', LIMIT, async () => {
  const { db } = system.database
  const [gateway] = system.gateways
  if (!gateway) throw new Error('no gateway was started')
  const shows = [await makeShow(db), await makeShow(db)]
  const songIds = (await makeSongs(db, 20)).map(({ id }) => id)
  const users = [await system.logIn('user'), await system.logIn('user'), await system.logIn('user')]
  const admin = await system.logIn('admin')
  for (const { id } of users) {
    await makePrediction(db, { showId: shows[1]?.id ?? 0, userId: id, picks: { set1: songIds.slice(0, 3) } })
  }
  const saving = startSaving(system, { users, showIds: shows.map(({ id }) => id), songIds })
  await expect.poll(saving.count, PATIENCE).toBeGreaterThan(20)

  const requests = [
    ['GET', '/api/auth/me'],
    ['GET', '/api/songs/all'],
    ['GET', '/api/shows/upcoming'],
    ['GET', '/api/leaderboard'],
    ['GET', `/api/shows/${shows[0]?.id}`],
    ['GET', `/api/users/current/predictions/${shows[1]?.id}`],
    ['GET', '/api/admin/runs'],
    ['POST', '/api/predictions'],
    ['GET', '/readyz'],
  ] as const
  const picks = { show_id: shows[0]?.id, setlist: { set1: [{ id: songIds[0] }], set2: [], encore: [] } }
  const send = (method: string, path: string, as: string) =>
    gateway.send(method, path, method === 'POST' ? { as: admin.cookie, json: picks } : { as })
  const slow: object[] = []
  const statuses = new Set<number>()
  const endsAt = performance.now() + FROZEN_MS
  async function sendUntilThawed(client: number): Promise<void> {
    for (let turn = client; performance.now() < endsAt; turn += 1) {
      const [method = 'GET', path = '/'] = requests[turn % requests.length] ?? []
      const startedAt = performance.now()
      const as = (turn % 2 ? admin : users[client % users.length])?.cookie ?? ''
      const { status } = await send(method, path, as)
      const ms = performance.now() - startedAt
      statuses.add(status)
      if (ms > RESPONDS_WITHIN_MS) slow.push({ method, path, status, ms })
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, client) => sendUntilThawed(client))
  await system.database.freeze()
  await Promise.all(clients)
  system.database.thaw()

  expect(slow).toEqual([])
  expect(statuses).toContain(503)
  expect([...statuses].filter((status) => ![200, 403, 404, 503].includes(status))).toEqual([])
  const before = saving.count()
  await expect.poll(saving.count, PATIENCE).toBeGreaterThan(before + 20)
  await saving.stop()
  expect(saving.refused).toEqual([])
  await expectConsistent(system, { saves: saving.acknowledged() })
})
