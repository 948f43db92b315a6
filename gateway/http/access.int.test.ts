import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { changeUser, makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

// Without Redis an enqueued job is accepted at once, and no request waits for workers.
const gateway = await gatewayOfFile({ redisUrl: 'redis://127.0.0.1:1' })
const { db } = gateway.postgres
const fan = await makeUser(db)
const operator = await makeUser(db, { isLiveOperator: true })
const admin = await makeAdmin(db)

const callers = ['visitor', 'fan', 'operator', 'admin'] as const
const table = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  callers.map((caller) => ({ name, endpoint, caller, access: endpoint.access })),
)

/** Fills in every parameter; the user id is the caller's own. */
function fillPath({ path }: Endpoint, userId: number): string {
  return path
    .replace(':userId', String(userId))
    .replace(':notebook', 'press-notebook')
    .replace(':deadJobId', '00000000-0000-7000-8000-000000000000')
    .replace(':opId', '00000000-0000-7000-8000-000000000000')
    .replace(/:\w+Id/g, '1')
    .replace(':token', 'some-token')
    .replace(':invitation', 'some-invitation')
    .replace(':key', 'A'.repeat(43))
}

const expectedStatus = {
  visitor: { visitor: null, fan: 401, operator: 401, admin: 401, setup: 404 },
  fan: { visitor: null, fan: null, operator: 403, admin: 403, setup: 404 },
  operator: { visitor: null, fan: null, operator: null, admin: 403, setup: 404 },
  admin: { visitor: null, fan: null, operator: null, admin: null, setup: 404 },
} as const

describe.each(table)('$name for $access, requested by $caller', ({ endpoint, caller, access }) => {
  const refusal = expectedStatus[caller][access]
  test(refusal === null ? 'allows the request' : `returns ${refusal}`, async () => {
    // A session for each request, since logging out ends it.
    const user = { visitor: null, fan, operator, admin }[caller]
    const cookie = user ? { as: await gateway.loginAs(user) } : {}
    const { method } = endpoint
    // Of no endpoint: without a field, the profile would be deleted.
    const json = endpoint.body ? { json: { unknown: true } } : {}
    const { status, json: body } = await gateway.send(method, fillPath(endpoint, user?.id ?? fan.id), {
      ...cookie,
      ...json,
    })
    if (refusal === null) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(refusal)
    expect(status).not.toBe(500)
    if (status >= 400) expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })
})

test('notes in the audit log who was refused what only admins may, once a minute', async () => {
  const user = await makeUser(db)
  const as = await gateway.loginAs(user)
  for (const path of ['/api/admin/users', '/api/admin/users', '/api/admin/check']) {
    expect((await gateway.send('GET', path, { as })).status).toBe(403)
  }
  await gateway.send('GET', '/api/admin/users')
  const noted = (await listAuditEntries(db, { action: 'admin:refused' })).filter(
    ({ actor_id }) => actor_id === user.id || actor_id === null,
  )
  expect(noted.map(({ subject, address }) => [subject, address])).toEqual([
    ['route:listUsers', '127.0.0.1'],
    ['route:checkAdmin', '127.0.0.1'],
  ])
})

test('revokes rights and deleted profiles at the next request', async () => {
  const user = await makeAdmin(db)
  const as = await gateway.loginAs(user)
  const check = async () => (await gateway.send('GET', '/api/admin/check', { as })).status
  expect(await check()).toBe(200)
  await changeUser(db, user.id, { is_admin: false })
  expect(await check()).toBe(403)
  await changeUser(db, user.id, { deleted_at: new Date(), email: null, password_hash: null })
  expect(await check()).toBe(401)
})
