import { makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { isLongRun } from '@called-it/tests/support/long-run'
import { expect, test } from 'vitest'

const TRIES = 200

const gateway = await gatewayOfFile({ config: { rateLimitScale: 10_000 } })
const { db } = gateway.postgres

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** In milliseconds. */
async function measure(path: string, body: (email: string) => object) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < TRIES / 2; round += 1) {
    const { email } = await makeUser(db)
    const addresses = { known: email, unknown: `unknown-${round}-${path.length}@example.test` }
    // Alternates which one is first.
    const kinds = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of kinds) {
      const start = performance.now()
      await gateway.send('POST', `/api/auth/${path}`, { json: body(addresses[kind]) })
      times[kind].push(performance.now() - start)
    }
  }
  return times
}

/** Of a median, for times that are normally distributed. */
function standardError(times: readonly number[]): number {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1)
  return Math.sqrt((Math.PI / 2) * (variance / times.length))
}

const bodies = {
  login: (email: string) => ({ email, password: 'not the password' }),
  register: (email: string) => ({ email, display_name: 'Somebody', password: 'long enough' }),
  'resend-verification': (email: string) => ({ email }),
  'reset-password/request': (email: string) => ({ email }),
  links: (email: string) => ({ email }),
  'passkeys/sign-up-options': (email: string) => ({ email, display_name: 'Somebody' }),
}

test.each(['resend-verification', 'reset-password/request', 'links'] as const)(
  'takes its constant time for an address without an account: %s',
  async (path) => {
    const start = performance.now()
    await gateway.send('POST', `/api/auth/${path}`, { json: bodies[path]('nobody@example.test') })
    expect(performance.now() - start).toBeGreaterThanOrEqual(70)
  },
)

// In long runs only: comparing response times needs a quiet machine.
test.runIf(isLongRun).each(Object.entries(bodies))(
  'takes the same time for known and unknown addresses: %s',
  { timeout: 300_000 },
  async (path, body) => {
    const times = await measure(path, body)
    const [known, unknown] = [median(times.known), median(times.unknown)]
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(5, 0.1 * Math.max(known, unknown)))
  },
)

test.runIf(isLongRun)(
  'asks for a link in times whose medians differ by less than three standard errors',
  { timeout: 300_000 },
  async () => {
    const isAlike = async () => {
      const { known, unknown } = await measure('links', bodies.links)
      const error = Math.hypot(standardError(known), standardError(unknown))
      return Math.abs(median(known) - median(unknown)) < 3 * error
    }
    // Equal ones differ by more in one of 370 runs.
    expect((await isAlike()) || (await isAlike())).toBe(true)
  },
)
