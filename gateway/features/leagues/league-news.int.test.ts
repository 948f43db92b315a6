import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makeFan } from '@called-it/tests/support/gateway/make-fans'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
beforeEach(() => emptyTables(db, 'outbox', 'announcements'))

async function makeMembers() {
  const fans = [await makeFan(gateway), await makeFan(gateway), await makeFan(gateway)] as const
  const ids = fans.map(({ id }) => id)
  const league = await makeLeague(db, ids, { name: 'Row F' })
  return { fans, league, path: `/api/leagues/${league.id}` }
}

async function listNews() {
  const { rows } = await sql`
    SELECT announcements.payload ->> 'news' AS news, announcements.payload -> 'league' -> 'id' AS league,
      outbox.payload -> 'userIds' AS to
    FROM announcements JOIN outbox ON outbox.payload -> 'announcementId' = to_jsonb(announcements.id)
    WHERE kind = 'league-news' AND outbox.job = 'notify-users' ORDER BY announcements.id`.execute(db)
  return rows
}

test('tells the new owner that a league was passed on', async () => {
  const { fans, league, path } = await makeMembers()
  const [owner, member, other] = fans
  await gateway.send('PUT', `${path}/members/${other.id}/role`, { as: owner.as, json: { role: 'co-owner' } })
  expect(await listNews()).toEqual([])
  await gateway.send('PUT', `${path}/members/${member.id}/role`, { as: owner.as, json: { role: 'owner' } })
  expect(await listNews()).toEqual([{ news: 'owner', league: league.id, to: [member.id] }])
})

test('tells the heir of an owner who left or deleted the profile', async () => {
  const { fans, league, path } = await makeMembers()
  const [owner, member, other] = fans
  await gateway.send('POST', `${path}/leave`, { as: owner.as })
  await db.transaction().execute((trx) => eraseDataOfUser(trx, member.id))
  expect(await listNews()).toEqual([
    { news: 'owner', league: league.id, to: [member.id] },
    { news: 'owner', league: league.id, to: [other.id] },
  ])
})

test('tells all other members that a league was deleted, and nobody that it is back', async () => {
  const { fans, league, path } = await makeMembers()
  const [owner, member, other] = fans
  await gateway.send('DELETE', path, { as: owner.as })
  await gateway.send('POST', `${path}/restore`, { as: owner.as })
  expect(await listNews()).toEqual([{ news: 'deleted', league: league.id, to: [member.id, other.id] }])
})

test('tells of repeated deletions once a day, and those who joined in between', async () => {
  const { fans, league, path } = await makeMembers()
  const [owner, member, other] = fans
  const guest = await makeFan(gateway)
  const send = (method: 'DELETE' | 'POST', to: string, as = owner.as) => gateway.send(method, to, { as })
  await send('DELETE', path)
  await send('POST', `${path}/restore`)
  await send('DELETE', path)
  await send('POST', `${path}/restore`)
  await send('POST', `/api/invitations/${league.token}/accept`, guest.as)
  await send('DELETE', path)
  await send('POST', `${path}/restore`)
  await sql`UPDATE announcements SET created_at = created_at - interval '25 hours'`.execute(db)
  await send('DELETE', path)
  const deleted = { news: 'deleted', league: league.id }
  expect(await listNews()).toEqual([
    { ...deleted, to: [member.id, other.id] },
    { ...deleted, to: [guest.id] },
    { ...deleted, to: [member.id, other.id, guest.id] },
  ])
})
