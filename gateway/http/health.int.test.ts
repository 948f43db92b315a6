import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { openPostgres } from '@called-it/infra/postgres/client'
import { makeUser } from '@called-it/infra/postgres/factories'
import { LATEST_MIGRATION } from '@called-it/infra/postgres/migrate'
import { afterEach, expect, test, vi } from 'vitest'
import { startGateway, type TestGateway } from '../testing/start-gateway.ts'

const PATIENT = { timeout: 20_000 }
/** As many as a pool takes to open its connections, one after another. */
const LOOKS = 200

let gateway: TestGateway | undefined
afterEach(() => gateway?.stop())

const ready = async () => {
  const answer = await gateway?.send('GET', '/readyz')
  return [answer?.status, answer?.json]
}

test('a gateway with everything is ready, and not before its migrations are', async () => {
  gateway = await startGateway()
  expect(await ready()).toEqual([200, { status: 'ready', missing: [] }])
  expect(await gateway.send('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'alive' } })
  await gateway.postgres.pool.query('DELETE FROM kysely_migration WHERE name = $1', [LATEST_MIGRATION])
  expect(await ready()).toEqual([503, { status: 'unavailable', missing: [`migration ${LATEST_MIGRATION}`] }])
  await gateway.postgres.pool.query('DROP TABLE kysely_migration')
  expect(await ready()).toEqual([503, { status: 'unavailable', missing: [`migration ${LATEST_MIGRATION}`] }])
})

test('however many ask whether it is ready, the database is asked once', async () => {
  const asking = 20
  const metrics = createGatewayMetrics()
  gateway = await startGateway({ metrics })
  const holder = await gateway.postgres.pool.connect()
  const waiting = async () =>
    (
      await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'kysely_migration'::regclass
                          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    ).rowCount
  try {
    await holder.query('BEGIN; LOCK TABLE kysely_migration IN ACCESS EXCLUSIVE MODE')
    const answers = Array.from({ length: asking }, ready)
    await vi.waitFor(
      async () => expect((await metrics.http.inFlight.get()).values).toMatchObject([{ value: asking }]),
      PATIENT,
    )
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), PATIENT)
    for (let look = 0; look < LOOKS; look += 1) expect(await waiting()).toBe(1)
    await holder.query('COMMIT')
    expect(new Set((await Promise.all(answers)).map(([status]) => status))).toEqual(new Set([200]))
  } finally {
    holder.release(true)
  }
})

test('a gateway without Redis is degraded and works on', async () => {
  gateway = await startGateway({ redisUrl: 'redis://127.0.0.1:1' })
  expect(await ready()).toEqual([200, { status: 'degraded', missing: ['redis'] }])
  expect((await gateway.send('GET', '/api/tours')).status).toBe(200)
})

test('a gateway without Postgres lives, is not ready, and asks to come again', async () => {
  const postgres = openPostgres({
    url: 'postgres://postgres@127.0.0.1:1/nothing',
    program: 'test',
    onConnectionError: () => undefined,
  })
  gateway = await startGateway({ postgres })
  expect(await ready()).toEqual([503, { status: 'unavailable', missing: ['postgres'] }])
  expect((await gateway.send('GET', '/healthz')).status).toBe(200)
  const calls = [
    gateway.send('GET', '/api/tours'),
    gateway.send('GET', '/api/auth/me', { as: await gateway.loginAs(await makeUser(gateway.postgres.db)) }),
    gateway.send('POST', '/api/auth/login', { json: { email: 'a@example.test', password: 'x' } }),
  ]
  for (const answer of await Promise.all(calls)) {
    expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await postgres.close()
})
