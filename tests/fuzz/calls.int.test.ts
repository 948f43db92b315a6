import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { errorBody } from '@called-it/shared/contract/errors'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway/start-gateway.ts'
import { PATIENT } from '../support/patience.ts'
import { type CallRequest, requestsFor } from './call-requests.ts'
import { fuzz, fuzzTimeout, type Verdict } from './fuzz.ts'
import { type FuzzWorld, makeFuzzWorld } from './fuzz-world.ts'
import { type LeakWatch, watchLeaks } from './leaks.ts'
import { openRequestSender, type RequestSender, type WireAnswer } from './send-request.ts'
import { changedTables, type TableWatch, watchTables } from './table-watch.ts'

const SUBJECT = 'calls'
const EVERYDAY = 4

/** What a failed try of a password leaves behind although it is refused: an entry of the audit log. */
const NOTED_REFUSALS = new Set(['invalid_credentials', 'wrong_password'])

type Place = {
  readonly gateway: TestGateway
  readonly world: FuzzWorld
  readonly tables: TableWatch
  readonly sender: RequestSender
}

let leaks: LeakWatch
let places: { readonly whole: Place; readonly withoutRedis: Place }

beforeAll(async () => {
  leaks = await watchLeaks()
  places = {
    whole: await openPlace(),
    // An order is accepted at once there, and nothing waits for workers that are not there.
    withoutRedis: await openPlace('redis://127.0.0.1:1'),
  }
})

afterAll(async () => {
  for (const { gateway, sender, tables } of Object.values(places)) {
    const { pool } = gateway.postgres
    const inUse = () => pool.totalCount - pool.idleCount + pool.waitingCount
    await vi.waitFor(() => expect(inUse(), 'connections in use').toBe(0), PATIENT)
    sender.close()
    await tables.close()
    await gateway.stop()
  }
  await leaks.expectNone()
})

async function openPlace(redisUrl?: string): Promise<Place> {
  const gateway = await startGateway({
    config: { rateLimitScale: 1_000_000 },
    ...(redisUrl === undefined ? {} : { redisUrl }),
  })
  return {
    gateway,
    world: await makeFuzzWorld(gateway),
    tables: watchTables(gateway.postgres.url),
    sender: openRequestSender(gateway.url),
  }
}

test.each(Object.entries<Endpoint>(endpoints))(
  '%s answers whatever it is sent, and changes nothing where it refuses',
  fuzzTimeout(EVERYDAY),
  async (name, endpoint) => {
    const place = endpoint.accepted ? places.withoutRedis : places.whole
    await fuzz({
      subject: SUBJECT,
      name,
      inputs: requestsFor(endpoint, place.world.known),
      everyday: EVERYDAY,
      tryInput: (request) => tryRequest(place, endpoint, request),
    })
    await expectAlive(place)
  },
)

async function tryRequest(
  { world, tables, sender }: Place,
  endpoint: Endpoint,
  request: CallRequest,
): Promise<Verdict> {
  const cookie = await world.cookieOf(request.caller)
  const headers = cookie === null ? request.headers : { cookie, ...request.headers }
  const before = await tables.read()
  const answer = await sender.send({ ...request, headers })
  expectAnswered(endpoint, request, answer)
  if (answer.status < 400) return 'accepted'
  const { code } = errorBody.parse(JSON.parse(answer.body.toString()))
  const changed = changedTables(before, await tables.read())
  const isNoted = NOTED_REFUSALS.has(code)
  expect(
    changed.filter((table) => !(isNoted && table === 'audit_log')),
    `what was refused with ${code} changed`,
  ).toEqual([])
  return 'refused'
}

function expectAnswered(endpoint: Endpoint, { fits }: CallRequest, { status, type, body }: WireAnswer): void {
  const text = body.toString().slice(0, 300)
  // 503 says that something is busy or away, and to come back.
  if (status !== 503) expect(status, text).toBeLessThan(500)
  if (fits === false) expect(status, `the contract does not take it: ${text}`).toBeGreaterThanOrEqual(400)
  if (status >= 400) expect(type).toContain('application/json')
  if (status === 202) endpoint.accepted?.parse(JSON.parse(body.toString()))
}

/** A correct call is still carried out. */
async function expectAlive({ gateway, world }: Place): Promise<void> {
  const as = (await world.cookieOf('fan')) ?? expect.fail()
  const saved = await gateway.send('POST', '/api/predictions', { as, json: await world.correctSave() })
  expect(saved, saved.text).toMatchObject({ status: 200 })
  expect(await gateway.send('GET', '/api/songs/all')).toMatchObject({ status: 200 })
}
