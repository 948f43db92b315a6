import { openPostgres } from '@called-it/infra/postgres/client'
import { makeUser } from '@called-it/infra/postgres/factories'
import { LATEST_MIGRATION } from '@called-it/infra/postgres/migrate'
import { afterEach, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../testing/start-gateway.ts'

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
