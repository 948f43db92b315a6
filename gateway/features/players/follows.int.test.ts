import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { MAX_FOLLOWED } from '@called-it/shared/contract/players'
import { changeUser, makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const PATH = '/api/users/current/follows'

async function session(user: User) {
  const as = await gateway.loginAs(user)
  return {
    follow: (id: number) => gateway.send('PUT', `${PATH}/${id}`, { as }),
    unfollow: (id: number) => gateway.send('DELETE', `${PATH}/${id}`, { as }),
    names: async () =>
      (await gateway.request('listFollowed', {}, { as })).players.map(({ display_name }) => display_name),
  }
}

/** Players whom the fan follows, without names of their own. */
async function followMany(fan: User, count: number): Promise<void> {
  await sql`
    WITH players AS (
      INSERT INTO users (display_name, sort_name, email, password_hash)
      SELECT 'Many', 'many', 'many-' || n || '@example.test', 'none' FROM generate_series(1, ${count}) AS n
      RETURNING id
    )
    INSERT INTO follows (user_id, followed_user_id) SELECT ${fan.id}, id FROM players`.execute(db)
}

test('follows players, lists them by name, and follows them no longer', async () => {
  const [fan, wren, mo] = [
    await makeUser(db),
    await makeUser(db, { displayName: 'Wren' }),
    await makeUser(db, { displayName: 'Mo', showsPicks: false }),
  ]
  const own = await session(fan)
  expect(await own.names()).toEqual([])
  await own.follow(wren.id)
  await own.follow(wren.id)
  expect(await own.follow(mo.id)).toMatchObject({
    status: 200,
    json: { players: [{ display_name: 'Mo' }, { id: wren.id, display_name: 'Wren', avatar_path: null }] },
  })
  expect(await (await session(wren)).names()).toEqual([])
  expect(await own.unfollow(wren.id)).toMatchObject({ status: 200, json: { players: [{ id: mo.id }] } })
  await own.unfollow(wren.id)
  expect(await own.names()).toEqual(['Mo'])
})

test('tells the followed nothing', async () => {
  const [fan, wren] = [await makeUser(db), await makeUser(db)]
  await (await session(fan)).follow(wren.id)
  const waiting = await db.selectFrom('notifications').select('id').where('user_id', '=', wren.id).execute()
  expect(waiting).toEqual([])
  const page = await gateway.send('GET', `/api/players/${wren.id}`, { as: await gateway.loginAs(wren) })
  expect(page.text).not.toContain('follow')
})

test('refuses the own id, and players without a page', async () => {
  const [fan, suspended] = [await makeUser(db), await makeUser(db)]
  const own = await session(fan)
  await own.follow(suspended.id)
  await changeUser(db, suspended.id, { suspended_at: new Date() })
  expect(await own.names()).toEqual([])
  expect(await own.follow(fan.id)).toMatchObject({ status: 422, json: { issues: [{ path: 'userId' }] } })
  for (const id of [suspended.id, 2_147_483_647]) {
    expect(await own.follow(id)).toMatchObject(refusal(404, 'user_not_found'))
  }
})

test('follows no more than the limit, also at once', async () => {
  const fan = await makeUser(db)
  await followMany(fan, MAX_FOLLOWED - 2)
  const own = await session(fan)
  const others = await Promise.all(Array.from({ length: 6 }, () => makeUser(db)))
  const responses = await Promise.all(others.map(({ id }) => own.follow(id)))
  const refused = responses.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(4)
  expect(refused[0]).toMatchObject({ json: { code: 'too_many_followed' } })
  expect(await own.names()).toHaveLength(MAX_FOLLOWED)
  const known = others[responses.findIndex(({ status }) => status === 200)]
  expect(await own.follow(known?.id ?? 0)).toMatchObject({ status: 200 })
})

test('forgets who followed whom when a profile is deleted', async () => {
  const [fan, wren, mo] = [await makeUser(db), await makeUser(db), await makeUser(db)]
  await (await session(fan)).follow(wren.id)
  await (await session(wren)).follow(mo.id)
  await db.transaction().execute((trx) => eraseDataOfUser(trx, wren.id))
  const rows = await db.selectFrom('follows').selectAll().where('user_id', 'in', [fan.id, wren.id]).execute()
  expect(rows).toEqual([])
})

test('refuses follows of a fan beyond a limit, each way', async () => {
  const limited = await gatewayOfTest({ config: { rateLimitScale: 0.05 } })
  const [fan, player] = [await makeUser(limited.postgres.db), await makeUser(limited.postgres.db)]
  const as = await limited.loginAs(fan)
  const send = (method: string) => limited.send(method, `${PATH}/${player.id}`, { as })
  for (const method of ['PUT', 'DELETE', 'PUT']) expect((await send(method)).status).toBe(200)
  for (const method of ['DELETE', 'PUT']) expect((await send(method)).status).toBe(429)
})
