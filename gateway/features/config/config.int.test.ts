import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile, refusal, TEST_SITE } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const user = await makeAdmin(db)
const adminId = user.id
const admin = await gateway.loginAs(user)

const read = async () => (await gateway.send('GET', '/api/admin/config')).json
const change = (config: object) => gateway.send('POST', '/api/admin/config', { as: admin, json: { config } })

test('returns the names of the band to everybody', async () => {
  expect(await gateway.send('GET', '/api/site')).toMatchObject({ status: 200, json: TEST_SITE })
})

test('publishes and logs a change of the switches', async () => {
  const registration = { mode: 'open', is_fixed: false }
  expect(await read()).toEqual({
    config: { testModeEnabled: true, siteOverlayEnabled: false, registration, version: 0 },
  })
  const response = await change({ testModeEnabled: true, siteOverlayEnabled: true, version: 0 })
  expect([response.status, response.json]).toEqual([
    200,
    { config: { testModeEnabled: true, siteOverlayEnabled: true, registration, version: 1 } },
  ])
  expect(await read()).toEqual(response.json)
  expect(await getTopicVersion(db, 'settings')).toBe(1)
  expect(await listAuditEntries(db, { action: 'settings:changed' })).toEqual([
    expect.objectContaining({
      actor_id: adminId,
      details: { testModeEnabled: true, siteOverlayEnabled: true },
    }),
  ])
})

test('returns 409 for a stale version and ignores a change of nothing', async () => {
  const before = await read()
  expect(await change({ testModeEnabled: false, siteOverlayEnabled: false, version: 99 })).toMatchObject(
    refusal(409, 'stale_version'),
  )
  expect(await read()).toEqual(before)
  expect((await change({ testModeEnabled: true, siteOverlayEnabled: true })).json).toEqual(before)
  expect(await change({ testModeEnabled: false, siteOverlayEnabled: true })).toMatchObject({
    json: { config: { testModeEnabled: false, version: 2 } },
  })
})

test('returns 409 to one of two concurrent changes', async () => {
  const version = await getTopicVersion(db, 'settings')
  const responses = await Promise.all([
    change({ testModeEnabled: true, siteOverlayEnabled: false, version }),
    change({ testModeEnabled: true, siteOverlayEnabled: true, version }),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
