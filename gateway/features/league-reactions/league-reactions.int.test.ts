import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import {
  gatewayOfTest,
  refusal,
  type startGateway,
  type TestGateway,
} from '@called-it/tests/support/gateway/start-gateway'
import { openLiveClient } from '@called-it/tests/support/live-client'
import { expect, onTestFinished, test } from 'vitest'

async function setUp(options: Parameters<typeof startGateway>[0] = {}) {
  const gateway = await gatewayOfTest(options)
  const { db } = gateway.postgres
  const [ann, bo, stranger] = [await makeUser(db), await makeUser(db), await makeUser(db)]
  const { id: leagueId } = await makeLeague(db, [ann.id, bo.id])
  return { gateway, ann, bo, stranger, leagueId }
}

function react({ send }: TestGateway, leagueId: number, as: string, reaction = 'fire') {
  return send('POST', `/api/leagues/${leagueId}/reactions`, { as, json: { reaction } })
}

test('sends a reaction of a member to the open pages of the league', async () => {
  const { gateway, ann, bo, stranger, leagueId } = await setUp()
  const page = await openLiveClient(gateway.url, 'websocket', await gateway.loginAs(bo))
  onTestFinished(() => void page.socket.disconnect())
  await page.socket.emitWithAck('league:watch', { leagueId })
  const as = await gateway.loginAs(ann)
  expect(await react(gateway, leagueId, as)).toMatchObject({ status: 200, json: { sent: true } })
  expect((await react(gateway, leagueId, as, 'a shrug')).status).toBe(422)
  const refused = await react(gateway, leagueId, await gateway.loginAs(stranger))
  expect(refused).toMatchObject(refusal(404, 'league_not_found'))
  await react(gateway, leagueId, as, 'wow')
  const sent = ['fire', 'wow'].map((reaction) => ({ leagueId, userId: ann.id, reaction }))
  await expect.poll(() => page.all('league:reacted')).toEqual(sent)
})

test.each([
  ['with Redis', {}],
  ['without Redis', { redisUrl: 'redis://127.0.0.1:1' }],
])('refuses the eleventh reaction of a member in a minute, %s', async (_, options) => {
  const { gateway, ann, bo, leagueId } = await setUp(options)
  const as = await gateway.loginAs(ann)
  for (let sent = 0; sent < 10; sent += 1) expect((await react(gateway, leagueId, as)).status).toBe(200)
  const refused = await react(gateway, leagueId, as)
  expect(refused).toMatchObject(refusal(429, 'too_many_requests'))
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await react(gateway, leagueId, await gateway.loginAs(bo))).status).toBe(200)
})
