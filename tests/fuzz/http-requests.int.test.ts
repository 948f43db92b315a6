import { createLogger } from '@called-it/infra/observability/log'
import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { errorBody } from '@called-it/shared/contract/error-body'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAILY_SEED } from '../support/daily-seed.ts'
import { TEST_PASSWORD } from '../support/factories/accounts.ts'
import { startGateway } from '../support/gateway/start-gateway.ts'
import { PATIENT } from '../support/patience.ts'
import { fuzzBudget } from './budget.ts'
import { makeCallers } from './callers.ts'
import { type ContractRequest, requestsFor, validRequestsFor } from './http-requests.ts'
import { openRequestSender, type WireResponse } from './send-request.ts'
import { watchTables } from './table-watch.ts'

const budget = fuzzBudget({ everyday: 1, long: 20 })

/** Recorded in the audit log. */
const AUDITED_REFUSALS = new Set([
  'invalid_credentials',
  'wrong_password',
  'wrong_registration_password',
  'wrong_code',
  'passkey_refused',
  'not_allowed',
])

type Target = Awaited<ReturnType<typeof openTarget>>
const logged: string[] = []
let targets: { readonly withRedis: Target; readonly withoutRedis: Target }

beforeAll(async () => {
  targets = { withRedis: await openTarget(), withoutRedis: await openTarget('redis://127.0.0.1:1') }
})

afterAll(async () => {
  for (const { gateway, sender } of Object.values(targets)) {
    const { pool } = gateway.postgres
    const inUse = () => pool.totalCount - pool.idleCount + pool.waitingCount
    await vi.waitFor(() => expect(inUse(), 'database connections in use').toBe(0), PATIENT)
    sender.close()
    await gateway.stop()
  }
})

async function openTarget(redisUrl?: string) {
  const config = { rateLimitScale: 1_000_000 }
  const log = createLogger('gateway', 'info', { write: (line) => void logged.push(line) })
  const gateway = await startGateway({ config, log, ...(redisUrl !== undefined && { redisUrl }) })
  return {
    gateway,
    callers: await makeCallers(gateway),
    tables: watchTables(gateway.postgres.db),
    sender: openRequestSender(gateway.url),
  }
}

test.each(Object.entries<Endpoint>(endpoints))(
  'accepts or refuses any request to %s without a server error',
  budget.test,
  async (_, endpoint) => {
    const { callers, tables, sender } = targetOf(endpoint)
    await fc.assert(
      fc.asyncProperty(requestsFor(endpoint, callers.known), async (request) => {
        const cookie = await callers.cookieOf(request.caller)
        const headers = cookie === null ? request.headers : { cookie, ...request.headers }
        const before = await tables.read()
        const response = await sender.send({ ...request, headers })
        expectContract(endpoint, request, response)
        if (response.status < 400) return
        const { code } = errorBody.parse(JSON.parse(response.body.toString()))
        await tables.expectUnchanged(before, AUDITED_REFUSALS.has(code) ? ['audit_log'] : [])
      }),
      budget.check,
    )
    await callers.expectServed()
  },
)

const ADDED_FIELDS = ['is_admin', '__proto__', 'constructor', 'id']
// There is an admin, so endpoints for the setup are gone.
const withBody = Object.entries<Endpoint>(endpoints).filter(
  ([, { body, access }]) => body && access !== 'setup',
)

test.each(withBody)('refuses other fields and a megabyte in the body of %s', async (_, endpoint) => {
  const { callers, sender } = targetOf(endpoint)
  const [valid] = fc.sample(validRequestsFor(endpoint, callers.known), { numRuns: 1, seed: DAILY_SEED })
  const { caller, body, method, path } = valid ?? expect.unreachable()
  const cookie = await callers.cookieOf(caller)
  const statusOf = async (text: string) => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
    return (await sender.send({ method, path, headers, body: Buffer.from(text) })).status
  }
  for (const field of ADDED_FIELDS) {
    const rest = body && body.length > 2 ? `,${body.toString().slice(1)}` : '}'
    expect([400, 422], field).toContain(await statusOf(`{"${field}":{"isAdmin":true}${rest}`))
  }
  expect(await statusOf(`{"a":"${'x'.repeat(1024 * 1024)}"}`)).toBe(413)
})

test('logs nothing that was sent', () => {
  const lines = logged.join('')
  expect(logged.length).toBeGreaterThan(100)
  for (const sent of [TEST_PASSWORD, '@example.test', '<script>', 'OR 1=1']) expect(lines).not.toContain(sent)
})

/** Without Redis a run is accepted at once; with it, the gateway would wait for workers, and none run here. */
function targetOf(endpoint: Endpoint): Target {
  return endpoint.accepted ? targets.withoutRedis : targets.withRedis
}

function expectContract(endpoint: Endpoint, { fits }: ContractRequest, response: WireResponse): void {
  const { status, type, body } = response
  const text = body.toString().slice(0, 300)
  // 503 asks the client to come back.
  if (status !== 503) expect(status, text).toBeLessThan(500)
  if (fits === false) expect(status, `does not fit the contract: ${text}`).toBeGreaterThanOrEqual(400)
  if (status >= 400) expect(type).toContain('application/json')
  if (status === 202) endpoint.accepted?.parse(JSON.parse(body.toString()))
}
