import { changeAndPublish } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import { openPostgres } from '@called-it/infra/postgres/client'
import { updateSettings } from '@called-it/infra/postgres/queries/work/settings'
import { topics } from '@called-it/shared/contract/live'
import { type KillableRedis, startKillableRedis } from '@called-it/tests/support/killable-redis'
import { openPublisher, type Place } from '@called-it/tests/support/realtime/open-gateway'
import { RECONNECTED, setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const gateways = setUpGateways()
const { open, connect, atEnd } = gateways
let killable: KillableRedis

beforeAll(async () => {
  killable = await startKillableRedis()
})
afterAll(() => killable.remove())

function withKillableRedis(channel: string): Place {
  return { ...gateways.place, redisUrl: killable.url, channel }
}

async function publish(place: Place) {
  const publisher = openPublisher(place)
  atEnd(() => publisher.close())
  await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  return publisher
}

function switchOverlay(isOn: boolean, publisher: LivePublisher) {
  return changeAndPublish(gateways.database.db, publisher, async (trx, changed) => {
    await updateSettings(trx, { testModeEnabled: true, siteOverlayEnabled: isOn })
    changed.add(topics.settings)
  })
}

test('finds a change made while Redis was away with the next read of versions', async () => {
  const place = withKillableRedis('away')
  const gateway = await open({ place })
  const client = await connect(gateway)
  const publisher = await publish(place)
  await killable.kill()
  await switchOverlay(true, publisher)
  gateway.clock.advance(1_000)
  await client.next('config:changed', ({ config }) => config.siteOverlayEnabled)
  await killable.restart()
})

test('reads the versions at once and receives events when Redis is back', async () => {
  const place = withKillableRedis('back')
  const gateway = await open({ place })
  const client = await connect(gateway)
  const publisher = await publish(place)
  await killable.kill()
  await switchOverlay(false, publisher)
  await killable.restart()
  // The clock does not move, so only the new subscription makes the watcher read.
  await client.next('config:changed', ({ config }) => !config.siteOverlayEnabled)
  await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  await switchOverlay(true, publisher)
  await client.next('config:changed', ({ config }) => config.siteOverlayEnabled)
})

test('keeps connections while Postgres is away, and sends changes when it is back', async () => {
  const away = openPostgres({
    url: gateways.database.url,
    program: 'away',
    onConnectionError: () => undefined,
  })
  atEnd(() => away.close())
  const gateway = await open({ place: { ...gateways.place, db: away.db } })
  const client = await connect(gateway)
  await setPostgresAway(true)
  // The test's own connection was opened before.
  await switchOverlay(false, gateways.publisher)
  gateway.clock.advance(1_000)
  await gateway.watcher.readNow()
  expect(client.names()).toEqual([])
  await setPostgresAway(false)
  await client.next('config:changed', ({ config }) => !config.siteOverlayEnabled)
})

/** Ends the connections of the program `away` and prevents new ones. */
async function setPostgresAway(isAway: boolean): Promise<void> {
  const url = new URL(gateways.database.url)
  const name = url.pathname.slice(1)
  url.pathname = 'postgres'
  const server = openPostgres({ url: url.href, program: 'test', onConnectionError: () => undefined })
  // Opens a connection that stays open.
  await gateways.database.db.selectFrom('settings').selectAll().execute()
  await sql`ALTER DATABASE ${sql.id(name)} ALLOW_CONNECTIONS ${sql.raw(String(!isAway))}`.execute(server.db)
  if (isAway) {
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'away' AND datname = ${name}`.execute(server.db)
  }
  await server.close()
}
