import { changeAndPublish } from '@called-it/infra/events/change'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { topics } from '@called-it/shared/contract/events'
import { openLightSocket, openLightSockets } from '@called-it/tests/bench/light-socket'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { isLongRun } from '@called-it/tests/support/long-run'
import {
  ended,
  lostPublisher,
  type TestClient,
  type TestGateway,
} from '@called-it/tests/support/realtime/open-gateway'
import { setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { beforeEach, expect, test, vi } from 'vitest'

const SECONDS = 1_000

const gateways = setUpGateways()
const { open, connect, logIn } = gateways
let [ann, bo, cy, stranger] = [0, 0, 0, 0]
let leagueId: number

beforeEach(async () => {
  vi.restoreAllMocks()
  const { db } = gateways.place
  const users = await Promise.all([1, 2, 3, 4].map(() => makeUser(db)))
  ;[ann = 0, bo = 0, cy = 0, stranger = 0] = users.map(({ id }) => id).sort((a, b) => a - b)
  const members = [ann, bo, cy].map((user_id) => ({ user_id, shows_presence: true }))
  leagueId = (await makeLeague(db, members)).id
})

const watch = ({ socket }: TestClient, league = leagueId) =>
  socket.emitWithAck('league:watch', { leagueId: league })

async function openPage(gateway: TestGateway, userId: number): Promise<TestClient> {
  const page = await connect(gateway, logIn(userId))
  expect(await watch(page)).toEqual({ ok: true })
  return page
}

function change(run: (trx: DatabaseTransaction) => Promise<unknown>, ...others: string[]) {
  return changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
    await run(trx)
    for (const topic of [topics.league(leagueId), ...others]) changed.add(topic)
  })
}

const removeMember = (userId: number) =>
  change((trx) => trx.deleteFrom('league_members').where('user_id', '=', userId).execute())

const react = (reaction: string) =>
  gateways.publisher.publish('league:reacted', { leagueId, userId: ann, reaction })

test('refuses visitors, users who are no member, and a deleted league', async () => {
  const gateway = await open()
  const others = [await connect(gateway), await connect(gateway, logIn(stranger))]
  for (const other of others) expect(await watch(other)).toEqual({ ok: false })
  const page = await openPage(gateway, ann)
  await react('fire')
  await page.next('league:reacted')
  expect(others.flatMap(({ names }) => names())).toEqual([])

  await change((trx) => trx.updateTable('leagues').set({ deleted_at: new Date() }).execute())
  expect(await watch(await connect(gateway, logIn(bo)))).toEqual({ ok: false })
})

test('sends changes and reactions to the members on every gateway', async () => {
  const pages = [await openPage(await open(), ann), await openPage(await open(), bo)]
  await change(async () => undefined)
  await react('one of a newer release')
  const topic = topics.league(leagueId)
  for (const page of pages) {
    expect(await page.next('league:changed')).toEqual({ topic, from: 0, to: 1, leagueId })
    expect(await page.next('league:reacted')).toEqual({
      leagueId,
      userId: ann,
      reaction: 'one of a newer release',
    })
  }
})

test('sends the change to a removed member, and nothing from then on', async () => {
  const gateway = await open()
  const [page, removed] = [await openPage(gateway, ann), await openPage(gateway, bo)]
  await removeMember(bo)
  await removed.next('league:changed')
  const before = removed.names().length
  await expect.poll(() => watch(removed)).toEqual({ ok: false })
  await react('wow')
  gateway.clock.advance(5 * SECONDS)
  await page.next('league:reacted')
  await page.next('league:present', ({ userIds }) => userIds.length === 1)
  expect(removed.names()).toHaveLength(before)
})

test('looks again when a league changes while it looks for a member', async () => {
  const gateway = await open()
  const page = await connect(gateway, logIn(bo))
  const { versionOf } = gateway.watcher
  const read = vi.spyOn(gateway.watcher, 'versionOf')
  read.mockImplementationOnce(versionOf).mockImplementationOnce((topic) => versionOf(topic) + 1)
  const looked = vi.spyOn(gateways.place.db, 'selectFrom')
  expect(await watch(page)).toEqual({ ok: true })
  expect(looked.mock.calls.filter(([table]) => table === 'league_members')).toHaveLength(2)
})

test('ends a connection whose membership cannot be read, so that the page asks again', async () => {
  const gateway = await open()
  const page = await connect(gateway, logIn(bo))
  vi.spyOn(gateways.place.db, 'selectFrom').mockImplementationOnce(() => {
    throw new Error('Postgres is away')
  })
  const closed = ended(page)
  page.socket.emit('league:watch', { leagueId }, () => undefined)
  expect(await closed).toBe('io server disconnect')
})

test('shows who is present over all gateways, as long as they allow it', async () => {
  const [one, two] = [await open(), await open()]
  const [page, other] = [await openPage(one, ann), await openPage(two, bo)]
  // Each gateway may still be looking for its members when the clock first advances.
  const untilPresent = async (userIds: readonly number[]) => {
    const seen = () => {
      for (const { clock } of [two, one]) clock.advance(5 * SECONDS)
      return page.all('league:present').at(-1)
    }
    await expect.poll(seen).toEqual({ leagueId, userIds })
  }
  expect(await page.next('league:present')).toEqual({ leagueId, userIds: [ann] })
  await untilPresent([ann, bo])
  const late = await openPage(one, cy)
  expect(await late.next('league:present')).toEqual({ leagueId, userIds: [ann, bo, cy] })

  late.socket.disconnect()
  await change((trx) =>
    trx.updateTable('league_members').set({ shows_presence: false }).where('user_id', '=', bo).execute(),
  )
  await other.next('league:changed')
  await untilPresent([ann])
})

test('shows those whose session ended no longer, also without Redis', async () => {
  const gateway = await open({ parts: { publisher: lostPublisher } })
  const [page, other] = [await openPage(gateway, ann), await openPage(gateway, bo)]
  expect(await other.next('league:present')).toEqual({ leagueId, userIds: [ann, bo] })
  gateway.realtime.revoke({ userId: bo, reason: 'ended' })
  await ended(other)
  gateway.clock.advance(5 * SECONDS)
  await page.next('league:present', ({ userIds }) => userIds.join() === String(ann))
})

test('reads and publishes nothing of a league that nobody watches', async () => {
  const publish = vi.fn(async (_name: string) => undefined)
  const gateway = await open({ parts: { publisher: { publish } } })
  const page = await openPage(gateway, ann)
  page.socket.emit('league:unwatch', { leagueId })
  await page.socket.emitWithAck('show:watch', { showId: 2_147_483_647 })
  const looked = vi.spyOn(gateways.place.db, 'selectFrom')
  // The second comes after everything that the first has started.
  for (const version of [1, 2]) {
    await change(async () => undefined, topics.settings)
    await page.next('config:changed', ({ to }) => to === version)
  }
  gateway.clock.advance(20 * SECONDS)
  expect(looked.mock.calls.filter(([table]) => table === 'league_members')).toEqual([])
  expect(publish).not.toHaveBeenCalled()
})

const MEMBERS = 500

test.runIf(isLongRun)(
  'reaches the pages of 500 members on two gateways within three seconds',
  async () => {
    const { db } = gateways.place
    const users = await Promise.all(Array.from({ length: MEMBERS }, () => makeUser(db)))
    const userIds = users.map(({ id }) => id)
    const { id: league } = await makeLeague(db, userIds)
    const opened = [await open(), await open()]
    const received = new Set<number>()
    const sockets = await openLightSockets(MEMBERS, (index) =>
      openLightSocket({
        port: opened[index % 2]?.port ?? 0,
        cookie: logIn(userIds[index] ?? 0).cookie,
        watch: ['league:watch', { leagueId: league }],
        onEvent: (packet) => packet.includes('"league:reacted"') && received.add(index),
      }),
    )
    gateways.atEnd(() => {
      for (const socket of sockets) socket.end()
    })
    await gateways.publisher.publish('league:reacted', { leagueId: league, userId: ann, reaction: 'fire' })
    await vi.waitFor(() => expect(received.size).toBe(MEMBERS), { timeout: 3_000, interval: 10 })
  },
  60_000,
)
