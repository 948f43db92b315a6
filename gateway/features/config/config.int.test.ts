import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { makeAdmin } from '@called-it/tests/support/factories'
import { startGateway, TEST_SITE, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'

let gateway: TestGateway
let admin: string
let adminId: number

beforeAll(async () => {
  gateway = await startGateway()
  const user = await makeAdmin(gateway.postgres.db)
  adminId = user.id
  admin = await gateway.loginAs(user)
})
afterAll(() => gateway.stop())

const read = async () => (await gateway.send('GET', '/api/admin/config')).json
const change = (config: object) => gateway.send('POST', '/api/admin/config', { as: admin, json: { config } })

test('everybody reads the names of the band', async () => {
  expect(await gateway.send('GET', '/api/site')).toMatchObject({ status: 200, json: TEST_SITE })
})

test('the switches begin as they should, are changed, told, and written down', async () => {
  expect(await read()).toEqual({ config: { testModeEnabled: true, siteOverlayEnabled: false, version: 0 } })
  const answer = await change({ testModeEnabled: true, siteOverlayEnabled: true, version: 0 })
  expect([answer.status, answer.json]).toEqual([
    200,
    { config: { testModeEnabled: true, siteOverlayEnabled: true, version: 1 } },
  ])
  expect(await read()).toEqual(answer.json)
  expect(await getTopicVersion(gateway.postgres.db, 'settings')).toBe(1)
  const audit = await gateway.postgres.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'details'])
    .where('action', '=', 'settings:changed')
    .execute()
  expect(audit).toEqual([
    {
      actor_id: adminId,
      action: 'settings:changed',
      details: { testModeEnabled: true, siteOverlayEnabled: true },
    },
  ])
})

test('a stale version is a conflict, none is accepted, and no change is none', async () => {
  const before = await read()
  expect(await change({ testModeEnabled: false, siteOverlayEnabled: false, version: 99 })).toMatchObject({
    status: 409,
    json: { code: 'stale_version' },
  })
  expect(await read()).toEqual(before)
  expect((await change({ testModeEnabled: true, siteOverlayEnabled: true })).json).toEqual(before)
  expect(await change({ testModeEnabled: false, siteOverlayEnabled: true })).toMatchObject({
    json: { config: { testModeEnabled: false, version: 2 } },
  })
})

test('two changes at once that know the same version: one of them is a conflict', async () => {
  const { version } = { version: await getTopicVersion(gateway.postgres.db, 'settings') }
  const answers = await Promise.all([
    change({ testModeEnabled: true, siteOverlayEnabled: false, version }),
    change({ testModeEnabled: true, siteOverlayEnabled: true, version }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test.each([
  {},
  { testModeEnabled: true },
  { testModeEnabled: 'yes', siteOverlayEnabled: false },
  { testModeEnabled: true, siteOverlayEnabled: false, adminEnabled: true },
])('refuses %o', async (config) => {
  expect((await change(config)).status).toBe(422)
})
