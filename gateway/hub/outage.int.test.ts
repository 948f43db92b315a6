import { testRedis } from '@called-it/infra/embedded/test-redis'
import { changeAndTell } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import { openPostgres } from '@called-it/infra/postgres/client'
import { makeStanding, makeUser } from '@called-it/infra/postgres/factories'
import { updateSettings } from '@called-it/infra/postgres/queries/settings'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { type MortalRedis, startMortalRedis } from '@called-it/infra/redis/test-redis-server'
import { LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { GLOBAL_BOARD, topics } from '@called-it/shared/contract/live'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readBoard } from '../features/leaderboards/service.ts'
import { BoardFollower } from './testing/board-follower.ts'
import {
  connectClient,
  lostPublisher,
  openGateway,
  openPublisher,
  type Place,
  type TestGateway,
} from './testing/open-gateway.ts'

/** Connections come back within two seconds of their server. */
const RECONNECTED = { timeout: 10_000 }

let database: TestDatabase
let mortal: MortalRedis
const cleanUps: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  mortal = await startMortalRedis()
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})
afterAll(async () => {
  await mortal.remove()
  await database.drop()
})

async function open(place: Place): Promise<TestGateway> {
  const gateway = await openGateway(place)
  cleanUps.push(() => gateway.close())
  return gateway
}

async function connect(gateway: TestGateway) {
  const client = await connectClient(gateway)
  cleanUps.push(() => void client.socket.disconnect())
  return client
}

function publish(place: Place) {
  const publisher = openPublisher(place)
  cleanUps.push(() => publisher.close())
  return publisher
}

function switchOverlay(isOn: boolean, publisher: LivePublisher) {
  return changeAndTell(database.db, publisher, async (trx, changed) => {
    await updateSettings(trx, { testModeEnabled: true, siteOverlayEnabled: isOn })
    changed.add(topics.settings)
  })
}

test('a change that is made while Redis is away is found by the next reading', async () => {
  const place = { db: database.db, redisUrl: mortal.url, channel: 'away' }
  const gateway = await open(place)
  const client = await connect(gateway)
  const publisher = publish(place)
  await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  await mortal.kill()
  await switchOverlay(true, publisher)
  gateway.clock.advance(1_000)
  await client.next('config:changed', ({ config }) => config.siteOverlayEnabled)
  await mortal.revive()
})

test('when Redis is back everything is read at once, and the bridge carries again', async () => {
  const place = { db: database.db, redisUrl: mortal.url, channel: 'back' }
  const gateway = await open(place)
  const client = await connect(gateway)
  const publisher = publish(place)
  await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  await mortal.kill()
  await switchOverlay(false, publisher)
  await mortal.revive()
  // Nothing but the subscription that stands anew has the versions read: the clock does not move.
  await client.next('config:changed', ({ config }) => !config.siteOverlayEnabled)
  await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  await switchOverlay(true, publisher)
  await client.next('config:changed', ({ config }) => config.siteOverlayEnabled)
})

test('while Postgres is away connections stay, and what moved is told when it is back', async () => {
  const { url: redisUrl, prefix } = testRedis()
  const away = openPostgres({ url: database.url, program: 'away', onConnectionError: () => undefined })
  cleanUps.push(() => away.close())
  const place = { db: away.db, redisUrl, channel: `${prefix}:live` }
  const gateway = await open(place)
  const client = await connect(gateway)
  const publisher = publish(place)
  await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  await setPostgresAway(true)
  // The test's own connection was there before.
  await switchOverlay(false, publisher)
  gateway.clock.advance(1_000)
  await gateway.watcher.readNow()
  expect(client.names()).toEqual([])
  await setPostgresAway(false)
  await client.next('config:changed', ({ config }) => !config.siteOverlayEnabled)
})

/** Breaks the connections of the program `away` and lets nobody make new ones. */
async function setPostgresAway(isAway: boolean): Promise<void> {
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  url.pathname = 'postgres'
  const server = openPostgres({ url: url.href, program: 'test', onConnectionError: () => undefined })
  // Makes sure of a connection that outlives the ban.
  await database.db.selectFrom('settings').selectAll().execute()
  await sql`ALTER DATABASE ${sql.id(name)} ALLOW_CONNECTIONS ${sql.raw(String(!isAway))}`.execute(server.db)
  if (isAway) {
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'away' AND datname = ${name}`.execute(server.db)
  }
  await server.close()
}

test('pages that connect and fetch at any moment all end with the true board, whatever was lost', async () => {
  const { url: redisUrl, prefix } = testRedis()
  const place = { db: database.db, redisUrl, channel: `${prefix}:live` }
  const [one, two] = [await open(place), await open(place)]
  const publisher = publish(place)
  await vi.waitFor(() => expect(publisher.redis.status).toBe('ready'), RECONNECTED)
  const players = await Promise.all(Array.from({ length: 12 }, () => makeUser(database.db)))
  const firstPage = () => readBoard(database.db, GLOBAL_BOARD, { limit: LEADERBOARD_PAGE.size, after: null })

  /** Moves a player, or takes them off the board, and sometimes tells nobody. */
  async function change(): Promise<void> {
    const player = players[Math.floor(Math.random() * players.length)]
    if (!player) return
    await changeAndTell(
      database.db,
      Math.random() < 0.3 ? lostPublisher : publisher,
      async (trx, changed) => {
        changed.add(topics.board(GLOBAL_BOARD))
        const own = { board: GLOBAL_BOARD, user_id: player.id }
        // Whoever changes standings holds a lock; the players of these changes may be the same.
        await sql`SELECT pg_advisory_xact_lock(1)`.execute(trx)
        const gone = await trx
          .deleteFrom('standings')
          .where('board', '=', own.board)
          .where('user_id', '=', own.user_id)
          .returning('total')
          .executeTakeFirst()
        if (gone) {
          await trx
            .updateTable('standings_histogram')
            .set((eb) => ({ players: eb('players', '-', 1) }))
            .where('board', '=', own.board)
            .where('total', '=', gone.total)
            .execute()
        }
        if (Math.random() < 0.2) return
        const total = Math.floor(Math.random() * 3) * 10
        await makeStanding(trx, { ...own, total, shows: 1, best: total })
      },
    )
  }

  const followers: BoardFollower[] = []
  async function follow(gateway: TestGateway): Promise<void> {
    const follower = new BoardFollower()
    followers.push(follower)
    const { socket } = await connect(gateway)
    socket.on('leaderboard:changed', (event) => follower.hear(event))
    const { leaderboard, total, version } = await firstPage()
    follower.ask({ leaderboard, total, version })
    follower.receiveAnswer()
  }

  for (let round = 0; round < 12; round += 1) {
    await Promise.all([change(), change(), follow(round % 2 === 0 ? one : two), change()])
  }
  for (const { clock } of [one, two]) clock.advance(1_000)
  const { leaderboard, total, version } = await firstPage()
  await vi.waitFor(() => {
    for (const { held } of followers) expect(held?.version).toBe(version)
  }, RECONNECTED)
  for (const { held, gaps } of followers) {
    expect({ held, gaps }).toEqual({ held: { leaderboard, total, version }, gaps: 0 })
  }
})
