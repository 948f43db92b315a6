import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { gatewayOfTest, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { isLongRun } from '@called-it/tests/support/long-run'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

const USERS = isLongRun ? 200 : 50
const SHOWS = isLongRun ? 10 : 4
const LIMIT = { timeout: 180_000 }

/** Sends saves over kept connections. */
function openSaver({ url }: TestGateway) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  onTestFinished(() => agent.destroy())
  return (cookie: string, body: object) =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const headers = { cookie, 'content-type': 'application/json' }
      const sent = request(`${url}/api/predictions`, { agent, method: 'POST', headers }, (response) => {
        json(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject)
      })
      sent.on('error', reject).end(JSON.stringify(body))
    })
}

test('stores exactly the acknowledged saves of many around a lock', LIMIT, async () => {
  const config = { rateLimitScale: 10_000 }
  const first = await gatewayOfTest({ config })
  const second = await gatewayOfTest({ config, postgres: first.postgres })
  onTestFinished(async () => {})
  const { db } = first.postgres
  const song = await makeSong(db)
  const showIds: number[] = []
  for (let made = 0; made < SHOWS; made += 1) showIds.push((await makeShow(db)).id)
  const users: { id: number; cookie: string }[] = []
  for (let made = 0; made < USERS; made += 1) {
    const { id } = await makeUser(db)
    users.push({ id, cookie: await first.loginAs({ id }) })
  }
  const savers = [openSaver(first), openSaver(second)]
  const acknowledged = new Set<string>()

  async function save(user: { id: number; cookie: string }, showId: number, turn: number): Promise<boolean> {
    const setlist = { set1: [{ id: song.id }], set2: [], encore: [] }
    const { status, body } = (await savers[turn % 2]?.(user.cookie, { show_id: showId, setlist })) ?? {}
    if (status === 200) acknowledged.add(`${showId} ${user.id}`)
    else expect({ status, body }).toMatchObject({ status: 409, body: { code: 'picks_closed' } })
    return status === 200
  }

  // Opens the connections, so that the first save within the second is not the first of all.
  const [firstShow = 0] = showIds
  await Promise.all(users.map((user, turn) => save(user, firstShow, turn)))
  await db.updateTable('shows').set({ locks_at: sql`clock_timestamp() + interval '1 second'` }).execute()
  await Promise.all(
    users.flatMap((user, index) => showIds.map((showId, turn) => save(user, showId, index + turn))),
  )
  const [lastShow = 0, lastUser] = [showIds.at(-1), users.at(-1) ?? expect.unreachable()]
  for (let turn = 0; turn < USERS * SHOWS && (await save(lastUser, lastShow, turn)); turn += 1);

  const stored = await db
    .selectFrom('predictions')
    .innerJoin('shows', 'shows.id', 'predictions.show_id')
    .select(['show_id', 'user_id', sql<boolean>`updated_at > locks_at`.as('isLate')])
    .execute()
  expect(stored.filter(({ isLate }) => isLate)).toEqual([])
  expect(stored.map((row) => `${row.show_id} ${row.user_id}`).toSorted()).toEqual(
    [...acknowledged].toSorted(),
  )
  expect(stored.length).toBeGreaterThanOrEqual(USERS)
})
