import { createLogger } from '@called-it/infra/observability/log'
import type { BodyInput, Endpoint } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import { makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { startGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, describe, expect, test } from 'vitest'

type WithBody = { [N in EndpointName]: BodyInput<Endpoints[N]> extends undefined ? never : N }[EndpointName]

const NO_SETLIST = { set1: [{ id: 999_999 }], set2: [], encore: [] }

const ENTERED = { ...NO_SETLIST, further: [{ set: '3', songs: [{ id: 999_999 }] }] }

const SHOW = {
  showdate: '2030-01-01',
  venue: 'The Mill',
  city: 'Harborview',
  state: 'ME',
  country: null,
  tour_id: 999_999,
}

const TOUR = { name: 'A tour', start_date: '2030-01-01', end_date: '2030-02-01' }

const LEAGUE = { name: 'Row F', tour_id: null, counts_from: 'all', drop_worst: 1 } as const

const WEBHOOK: BodyInput<Endpoints['createWebhook']> = {
  name: 'our channel',
  url: 'https://127.0.0.1/in',
  format: 'json',
  kinds: ['show-final'],
  has_spoilers: false,
}

/** A valid body for every endpoint that takes one: a new endpoint does not compile without it. */
const validBodies: { readonly [N in WithBody]: NonNullable<BodyInput<Endpoints[N]>> } = {
  login: { email: 'nobody@example.test', password: TEST_PASSWORD },
  createApiKey: { name: 'my bot' },
  register: {
    email: 'somebody@example.test',
    display_name: 'Somebody',
    password: TEST_PASSWORD,
    invitation: 'ABCDEF',
  },
  confirmRegistration: { password: TEST_PASSWORD },
  resendVerification: { email: 'nobody@example.test' },
  requestPasswordReset: { email: 'nobody@example.test' },
  resetPassword: { password: TEST_PASSWORD, token: 'a-token' },
  updateProfile: { display_name: 'Somebody', shows_picks: true },
  changePassword: { password: TEST_PASSWORD, currentPassword: 'not this one' },
  deleteProfile: { password: 'not this one' },
  savePrediction: { user_id: 1, show_id: 1, setlist: NO_SETLIST, version: 1 },
  reactInLeague: { reaction: 'fire' },
  testScore: { prediction: NO_SETLIST, actualSetlist: NO_SETLIST },
  changeConfig: { config: { testModeEnabled: true, siteOverlayEnabled: false, version: 999 } },
  scoreShow: { fetchSetlist: false, closePicks: true },
  testScoreShow: { actualSetlist: null, fetchSetlist: false },
  resetScores: { showId: 999_999 },
  enterSetlist: { ...ENTERED, notes: 'a note' },
  lockShow: { locks_at: '2030-01-01T00:00:00Z' },
  setShowStart: { starts_local: '20:00' },
  reopenPicks: { locks_at: '2030-01-01T00:00:00Z', reason: 'a reason' },
  cancelShow: { reason: 'a reason' },
  setShowOverlay: { overlay: 'live' },
  chooseVenueTimes: {
    venue: 'The Mill',
    city: 'Harborview',
    state: 'ME',
    country: 'USA',
    time_zone: 'America/New_York',
    early_starts_local: '15:00',
  },
  createLeague: LEAGUE,
  changeLeague: { ...LEAGUE, tour_id: 999_999 },
  setLeagueRole: { role: 'owner' },
  setLeaguePresence: { shows_presence: true },
  previewScores: { setlist: ENTERED },
  report: { kind: 'name', user_id: 999_999, note: 'a note' },
  decideReport: { kind: 'name', id: 999_999, decision: 'suspend', reason: 'a reason' },
  suspendUser: { reason: 'a reason' },
  blockWord: { word: 'heckler' },
  createWebhook: WEBHOOK,
  changeWebhook: { ...WEBHOOK, is_enabled: true },
  markRead: { until: 999_999 },
  sendNotice: { text: 'a notice' },
  setNotificationChoice: { kind: 'final-score', channel: 'mail', is_on: false },
  setNotificationTimes: { time_zone: 'America/New_York', quiet_from: 23, quiet_until: 8 },
  noteTimeZone: { time_zone: 'America/New_York' },
  subscribeToPush: {
    endpoint: 'https://push.example.test/a-device',
    keys: { p256dh: `BP${'A'.repeat(85)}`, auth: 'A'.repeat(22) },
  },
  removePushSubscription: { endpoint: 'https://push.example.test/a-device' },
  hideSong: { hidden: true },
  previewMerge: { into: 999_999 },
  mergeSong: { into: null },
  updateNotebook: { confirm: true },
  tapSetlist: {
    opId: '00000000-0000-4000-8000-000000000000',
    base: 0,
    at: '2030-01-01T00:00:00Z',
    operation: { op: 'replace', sequence: 1, song: 999_999 },
  },
  settleConflict: { decision: 'drop' },
  setLiveOperator: { is_live_operator: true },
  importCatalogue: { confirm: true },
  createTour: { ...TOUR, description: 'cold' },
  updateTour: { ...TOUR, description: null, followSource: false },
  createShow: SHOW,
  updateShow: { ...SHOW, followSource: false, version: 999 },
}

const HOSTILE: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e308],
  ...['', '\u0000', "' OR 1=1 --", '%', '{{7*7}}', '<script>alert(1)</script>', '\u202Eevil', '\uD800'],
  ...['x'.repeat(20_000), [], [[]], {}, { $ne: '' }, { length: 3 }, { toString: 1 }],
]

const logged: string[] = []

// Without Redis an enqueued job is accepted at once, and no request waits for workers.
const gateway = await startGateway({
  redisUrl: 'redis://127.0.0.1:1',
  config: { rateLimitScale: 10_000 },
  log: createLogger('gateway', 'info', { write: (line) => void logged.push(line) }),
})
const { db } = gateway.postgres
// Requests about a user concern the first one, who does not send any.
await makeUser(db)
const cookies: Record<Endpoint['access'], string | undefined> = {
  visitor: undefined,
  fan: await gateway.loginAs(await makeUser(db)),
  operator: await gateway.loginAs(await makeUser(db, { isLiveOperator: true })),
  admin: await gateway.loginAs(await makeAdmin(db)),
}
const { id: showId } = await makeShow(db)
afterAll(() => gateway.stop())

function send({ method, path, access }: Endpoint, body: string) {
  const as = cookies[access]
  const address = path
    .replace(':notebook', 'press-notebook')
    .replace(':opId', '00000000-0000-7000-8000-000000000000')
    .replace(/:\w+Id/g, String(showId))
  const headers = { 'content-type': 'application/json' }
  return gateway.send(method, address, { body, headers, ...(as === undefined ? {} : { as }) })
}

/** How many values a body has, itself, its fields and their entries. */
function countValues(body: unknown): number {
  let count = 0
  JSON.stringify(body, (_key, value) => {
    count += 1
    return value
  })
  return count
}

/** Replaces the value at a position of depth-first order. */
function replaceValue(body: unknown, position: number, replacement: unknown): unknown {
  let visited = 0
  const text = JSON.stringify(body, (_key, value) => (visited++ === position ? replacement : value))
  return JSON.parse(text)
}

const table = Object.entries(validBodies).flatMap(([name, body]) =>
  Array.from({ length: countValues(body) }, (_, position) => ({ name, body, position })),
)

describe.each(table)('$name with another value at position $position', ({ name, body, position }) => {
  test('is accepted only if valid and never returns 5xx', async () => {
    const endpoint = endpointOf(name)
    await Promise.all(
      HOSTILE.map(async (value) => {
        const sent = replaceValue(body, position, value)
        const { status, json } = await send(endpoint, JSON.stringify(sent))
        const excerpt = JSON.stringify(value).slice(0, 50)
        expect(status, excerpt).toBeLessThan(500)
        if (endpoint.body?.safeParse(sent).success) return
        expect([422, 400], excerpt).toContain(status)
        expect(json).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      }),
    )
  })
})

describe.each(Object.entries(validBodies))('endpoint %s', (name, body) => {
  test('returns 413 for a text of a megabyte', async () => {
    const text = JSON.stringify(replaceValue(body, 1, 'x'.repeat(1024 * 1024)))
    expect(await send(endpointOf(name), text)).toMatchObject({ status: 413, json: { code: 'too_large' } })
  })

  test.each(['is_admin', '__proto__', 'constructor', 'id'])(
    'refuses the additional field %s',
    async (field) => {
      const text = JSON.stringify(body).replace('{', `{"${field}":{"isAdmin":true},`)
      expect([400, 422]).toContain((await send(endpointOf(name), text)).status)
    },
  )
})

test('grants no rights and logs nothing that was sent', async () => {
  const log = logged.join('')
  expect(logged.length).toBeGreaterThan(1000)
  for (const secret of [
    TEST_PASSWORD,
    'not this one',
    'a-token',
    'a-device',
    '@example.test',
    '<script>',
    'OR 1=1',
  ]) {
    expect(log).not.toContain(secret)
  }
  expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
  const users = await db.selectFrom('users').select(['is_admin', 'email']).execute()
  expect(users.filter(({ is_admin }) => is_admin)).toHaveLength(1)
})

function endpointOf(name: string): Endpoint {
  const found = Object.entries<Endpoint>(endpoints).find(([known]) => known === name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found[1]
}
