import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { openPostgres } from '@called-it/infra/postgres/client'
import { LATEST_MIGRATION } from '@called-it/infra/postgres/migrate'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfTest, refusal, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

async function ready({ send }: TestGateway) {
  const { status, json } = await send('GET', '/readyz')
  return [status, json]
}

describe('health endpoints', () => {
  test('returns 503 until the migrations are applied', async () => {
    const gateway = await gatewayOfTest()
    expect(await ready(gateway)).toEqual([200, { status: 'ready', missing: [] }])
    expect(await gateway.send('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'alive' } })
    const unavailable = [503, { status: 'unavailable', missing: [`migration ${LATEST_MIGRATION}`] }]
    for (const change of [
      `DELETE FROM kysely_migration WHERE name = '${LATEST_MIGRATION}'`,
      'DROP TABLE kysely_migration',
    ]) {
      await gateway.postgres.pool.query(change)
      expect(await ready(gateway)).toEqual(unavailable)
    }
  })

  test('shares one database query between concurrent readiness requests', async () => {
    const concurrent = 20
    const metrics = createGatewayMetrics()
    const gateway = await gatewayOfTest({ metrics })
    const holder = await gateway.postgres.pool.connect()
    const waiting = async () =>
      (
        await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'kysely_migration'::regclass
                          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
      ).rowCount
    try {
      await holder.query('BEGIN; LOCK TABLE kysely_migration IN ACCESS EXCLUSIVE MODE')
      const responses = Array.from({ length: concurrent }, () => ready(gateway))
      await expect
        .poll(async () => (await metrics.http.inFlight.get()).values)
        .toMatchObject([{ value: concurrent }])
      await expect.poll(() => waiting()).toBeGreaterThan(0)
      // Enough for a pool to open all of its connections.
      for (let poll = 0; poll < 200; poll += 1) expect(await waiting()).toBe(1)
      await holder.query('COMMIT')
      expect(new Set((await Promise.all(responses)).map(([status]) => status))).toEqual(new Set([200]))
    } finally {
      holder.release(true)
    }
  })

  test('returns degraded without Redis and keeps serving', async () => {
    const gateway = await gatewayOfTest({ redisUrl: 'redis://127.0.0.1:1' })
    expect(await ready(gateway)).toEqual([200, { status: 'degraded', missing: ['redis'] }])
    expect((await gateway.send('GET', '/api/tours')).status).toBe(200)
  })

  test('returns 503 with Retry-After without Postgres and stays alive', async () => {
    const postgres = openPostgres({
      url: 'postgres://postgres@127.0.0.1:1/nothing',
      program: 'test',
      onConnectionError: () => undefined,
    })
    const gateway = await gatewayOfTest({ postgres })
    expect(await ready(gateway)).toEqual([503, { status: 'unavailable', missing: ['postgres'] }])
    expect((await gateway.send('GET', '/healthz')).status).toBe(200)
    const requests = [
      gateway.send('GET', '/api/tours'),
      gateway.send('GET', '/api/auth/me', { as: await gateway.loginAs(await makeUser(gateway.postgres.db)) }),
      gateway.send('POST', '/api/auth/login', { json: { email: 'a@example.test', password: 'x' } }),
    ]
    for (const response of await Promise.all(requests)) {
      expect(response).toMatchObject(refusal(503, 'unavailable'))
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await postgres.close()
  })
})
