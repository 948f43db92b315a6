import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { AUDIT_PAGE } from '@called-it/shared/contract/audit-log'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const admin = await makeAdmin(db, { displayName: 'The Boss' })
const cookie = await gateway.loginAs(admin)
const [fan, other] = [await makeUser(db, { displayName: 'Fay Fan' }), await makeUser(db)]

const HOUR = 60 * 60 * 1000
/** Of the day that the filters are tested on. */
const NOON = Date.parse('2026-11-01T12:00:00Z')

type Given = { actorId?: number | null; subject?: string; requestId?: string | null; details?: object }

async function note(action: string, at: number, { details = {}, ...given }: Given = {}) {
  const origin = { actorId: null, address: '192.0.2.7', requestId: 'r' }
  await insertAuditEntry(db, { ...origin, action, details: { ...details }, ...given })
  const { id } = await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await gateway.postgres.pool.query('UPDATE audit_log SET at = $1 WHERE id = $2', [new Date(at), id])
  return id
}

const read = (query: Record<string, string | number> = {}) =>
  gateway.request('readAuditLog', query, { as: cookie })
const idsOf = async (query: Record<string, string | number>) =>
  (await read(query)).entries.map(({ id }) => id)

describe('audit log', () => {
  test('says who did what, from where', async () => {
    const at = NOON - 100 * HOUR
    const own = { actorId: fan.id, subject: userSubject(fan.id), details: { by: 'link' } }
    const ids = [
      await note('user:logged-in', at, own),
      await note('user:login-failed', at - 1, { details: { reason: 'wrong password' } }),
      await note('admin:granted', at - 2, { requestId: null, details: { by: 'command line' } }),
      await note('show:locked', at - 3, { requestId: null, subject: 'show:1' }),
    ]
    const { entries } = await read({ to: '2026-10-28' })
    expect(entries.map(({ id }) => id)).toEqual(ids)
    expect(entries[0]).toEqual({
      id: ids[0],
      at: new Date(at).toISOString(),
      actor: { id: fan.id, display_name: 'Fay Fan' },
      action: 'user:logged-in',
      subject: `user:${fan.id}`,
      address: '192.0.2.7',
      details: { by: 'link' },
    })
    const others = entries.slice(1).map(({ actor }) => actor)
    expect(others).toEqual(['visitor', 'command-line', 'program'])
  })

  test('filters by person, action and days, both included', async () => {
    const did = await note('user:name-changed', NOON, { actorId: other.id })
    const suffered = await note('user:suspended', NOON + 1, {
      actorId: admin.id,
      subject: userSubject(other.id),
    })
    const early = await note('user:name-changed', Date.parse('2026-10-31T00:00:00Z'), { actorId: admin.id })
    const late = await note('user:name-changed', Date.parse('2026-11-01T23:59:59.999Z'))
    const days = { from: '2026-10-31', to: '2026-11-01' }
    expect(await idsOf(days)).toEqual([late, suffered, did, early])
    expect(await idsOf({ from: '2026-11-01', to: '2026-11-01' })).toEqual([late, suffered, did])
    expect(await idsOf({ ...days, user: other.id })).toEqual([suffered, did])
    expect(await idsOf({ ...days, action: 'user:name-changed' })).toEqual([late, did, early])
    expect(await idsOf({ user: other.id, action: 'user:suspended' })).toEqual([suffered])
    expect(await idsOf({ action: 'user:never-done' })).toEqual([])
    const { actions } = await read()
    expect(actions).toEqual([...new Set(actions)].toSorted())
    expect(actions).toEqual(expect.arrayContaining(['show:locked', 'user:name-changed', 'user:suspended']))
    for (const query of ['user=x', 'from=2026-02-30', 'action=all', 'search=bo']) {
      expect(await gateway.send('GET', `/api/admin/audit?${query}`, { as: cookie })).toMatchObject(
        refusal(422, 'invalid'),
      )
    }
  })

  test('has pages, newest first, also where entries are of one moment', async () => {
    const ids: number[] = []
    for (let count = 0; count <= AUDIT_PAGE; count += 1) ids.unshift(await note('test:paged', NOON - HOUR))
    const first = await read({ action: 'test:paged' })
    expect(first.entries.map(({ id }) => id)).toEqual(ids.slice(0, AUDIT_PAGE))
    const second = await read({ action: 'test:paged', before: first.next ?? 0 })
    expect([second.entries.map(({ id }) => id), second.next]).toEqual([ids.slice(AUDIT_PAGE), null])
  })

  test('is for admins', async () => {
    expect(await gateway.send('GET', '/api/admin/audit')).toMatchObject(refusal(401, 'not_logged_in'))
    const as = await gateway.loginAs(fan)
    expect(await gateway.send('GET', '/api/admin/audit', { as })).toMatchObject(refusal(403, 'not_allowed'))
  })

  test('notes who reads addresses, once a minute for each kind, without the search', async () => {
    const { request, loginAs, postgres } = await gatewayOfTest()
    const reader = await makeAdmin(postgres.db)
    const as = await loginAs(reader)
    const search = reader.email
    for (const query of [{}, { search }, { after: 1 }, { search: 'fan' }]) {
      await request('listUsers', query, { as })
      await request('readAuditLog', {}, { as })
    }
    const noted = () => listAuditEntries(postgres.db, {})
    const readings = async () =>
      (await noted())
        .filter(({ action }) => action.endsWith(':read'))
        .map(({ action, details }) => [action, details])
    const [all, log, found] = [
      ['users:read', { searched: false, rows: 1 }],
      ['audit:read', {}],
      ['users:read', { searched: true, rows: 1 }],
    ]
    expect(await readings()).toEqual([all, log, found])
    expect(JSON.stringify(await noted())).not.toContain(search)
    await postgres.pool.query("UPDATE audit_log SET at = at - interval '61 seconds'")
    await request('listUsers', {}, { as })
    await request('readAuditLog', {}, { as: await loginAs(await makeAdmin(postgres.db)) })
    expect(await readings()).toEqual([all, log, found, ['users:read', { searched: false, rows: 1 }], log])
  })
})
