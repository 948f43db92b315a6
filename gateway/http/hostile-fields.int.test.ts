import { createLogger } from '@called-it/infra/observability/log'
import type { BodyInput, Endpoint } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import { makeAdmin, makeShow, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type WithBody = { [N in EndpointName]: BodyInput<Endpoints[N]> extends undefined ? never : N }[EndpointName]

const NO_SETLIST = { set1: [{ id: 999_999 }], set2: [], encore: [] }

const SHOW_FACTS = {
  showdate: '2030-01-01',
  venue: 'The Mill',
  city: 'Harborview',
  state: 'ME',
  country: null,
  tour_id: 999_999,
}

/** A valid body for every endpoint that takes one: a new endpoint does not compile without it. */
const validBodies: { readonly [N in WithBody]: NonNullable<BodyInput<Endpoints[N]>> } = {
  login: { email: 'nobody@example.test', password: TEST_PASSWORD },
  register: { email: 'somebody@example.test', display_name: 'Somebody', password: TEST_PASSWORD },
  resendVerification: { email: 'nobody@example.test' },
  requestPasswordReset: { email: 'nobody@example.test' },
  resetPassword: { password: TEST_PASSWORD, token: 'a-token' },
  updateProfile: { display_name: 'Somebody' },
  changePassword: { password: TEST_PASSWORD, currentPassword: 'not this one' },
  deleteProfile: { password: 'not this one' },
  savePrediction: { user_id: 1, show_id: 1, setlist: NO_SETLIST, version: 1 },
  testScore: { prediction: NO_SETLIST, actualSetlist: NO_SETLIST },
  changeConfig: { config: { testModeEnabled: true, siteOverlayEnabled: false, version: 999 } },
  scoreShow: { fetchSetlist: false },
  testScoreShow: { actualSetlist: null, fetchSetlist: false },
  resetScores: { showId: 999_999 },
  enterSetlist: { ...NO_SETLIST, further: [{ set: '3', songs: [{ id: 999_999 }] }], notes: 'a note' },
  lockShow: { locks_at: '2030-01-01T00:00:00Z' },
  previewScores: { setlist: { ...NO_SETLIST, further: [{ set: '3', songs: [{ id: 999_999 }] }] } },
  createTour: { name: 'A tour', start_date: '2030-01-01', end_date: '2030-02-01', description: 'cold' },
  updateTour: {
    name: 'A tour',
    start_date: '2030-01-01',
    end_date: '2030-02-01',
    description: null,
    followSource: false,
  },
  createShow: SHOW_FACTS,
  updateShow: { ...SHOW_FACTS, followSource: false, version: 999 },
}

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  '',
  '\u0000',
  "' OR 1=1 --",
  '%',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\u202Eevil',
  '\uD800',
  'x'.repeat(20_000),
  [],
  [[]],
  {},
  { $ne: '' },
  { length: 3 },
  { toString: 1 },
]

const logged: string[] = []

let gateway: TestGateway
let cookies: Record<Endpoint['access'], string | undefined>
let showId: number

beforeAll(async () => {
  // Without Redis an enqueued job is accepted at once, and no request waits for workers.
  gateway = await startGateway({
    redisUrl: 'redis://127.0.0.1:1',
    config: { rateLimitScale: 10_000 },
    log: createLogger('gateway', 'info', { write: (line) => void logged.push(line) }),
  })
  const { db } = gateway.postgres
  cookies = {
    visitor: undefined,
    fan: await gateway.loginAs(await makeUser(db)),
    admin: await gateway.loginAs(await makeAdmin(db)),
  }
  showId = (await makeShow(db)).id
})
afterAll(() => gateway.stop())

const send = (endpoint: Endpoint, json: unknown) => sendText(endpoint, JSON.stringify(json))

function sendText({ method, path, access }: Endpoint, body: string) {
  const as = cookies[access]
  const address = path.replace(':notebook', 'press-notebook').replace(/:\w+Id/g, String(showId))
  const headers = { 'content-type': 'application/json' }
  return gateway.send(method, address, { body, headers, ...(as === undefined ? {} : { as }) })
}

/** The paths of every field and entry of a body. */
function placesIn(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  const fields: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return [...(at.length > 0 ? [at] : []), ...fields.flatMap(([key, entry]) => placesIn(entry, [...at, key]))]
}

function replaced(body: unknown, place: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = place
  if (key === undefined) return value
  if (Array.isArray(body))
    return body.map((entry, index) => (index === key ? replaced(entry, rest, value) : entry))
  const fields = Object.entries(body ?? {})
  return Object.fromEntries(
    fields.map(([name, entry]) => [name, name === key ? replaced(entry, rest, value) : entry]),
  )
}

const table = Object.entries<Record<string, unknown>>(validBodies).flatMap(([name, body]) =>
  placesIn(body).map((place) => ({ name, body, place })),
)

describe.each(table)('$name with another value as $place', ({ name, body, place }) => {
  test('is accepted only if valid and never returns 5xx', async () => {
    const endpoint = endpointOf(name)
    await Promise.all(
      HOSTILE.map(async (value) => {
        const sent = replaced(body, place, value)
        const { status, json } = await send(endpoint, sent)
        const excerpt = JSON.stringify(value).slice(0, 50)
        expect(status, excerpt).toBeLessThan(500)
        if (endpoint.body?.safeParse(JSON.parse(JSON.stringify(sent))).success) return
        expect([422, 400], excerpt).toContain(status)
        expect(json).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      }),
    )
  })
})

describe.each(Object.entries(validBodies))('endpoint %s', (name, body) => {
  test('returns 413 for a text of a megabyte', async () => {
    const [place = []] = placesIn(body)
    const { status } = await send(endpointOf(name), replaced(body, place, 'x'.repeat(1024 * 1024)))
    expect(status).toBe(413)
  })

  test.each(['is_admin', '__proto__', 'constructor', 'id'])(
    'refuses the additional field %s',
    async (field) => {
      const text = JSON.stringify(body).replace('{', `{"${field}":{"isAdmin":true},`)
      expect([400, 422]).toContain((await sendText(endpointOf(name), text)).status)
    },
  )
})

test('grants no rights and logs nothing that was sent', async () => {
  const log = logged.join('')
  expect(logged.length).toBeGreaterThan(1000)
  for (const secret of [TEST_PASSWORD, 'not this one', 'a-token', '@example.test', '<script>', 'OR 1=1']) {
    expect(log).not.toContain(secret)
  }
  expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
  const users = await gateway.postgres.db.selectFrom('users').select(['is_admin', 'email']).execute()
  expect(users.filter(({ is_admin }) => is_admin)).toHaveLength(1)
})

function endpointOf(name: string): Endpoint {
  const found = Object.entries<Endpoint>(endpoints).find(([known]) => known === name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found[1]
}
