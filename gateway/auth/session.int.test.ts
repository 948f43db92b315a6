import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { updateSessionExpiry } from '@called-it/infra/postgres/queries/accounts/sessions'
import { makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { gatewayOfFile, gatewayOfTest } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'
import { hashSessionId } from './session.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

/** `endsIn`: milliseconds from now, by the database's clock. */
async function storedSession(userId: number) {
  const { rows } = await gateway.postgres.pool.query<{ sid: string; loggedInAt: number; endsIn: number }>(
    `SELECT sid, (sess ->> 'loggedInAt')::bigint AS "loggedInAt",
       (extract(epoch FROM expire::timestamptz - now()) * 1000)::bigint AS "endsIn"
     FROM sessions WHERE user_id = $1`,
    [userId],
  )
  return rows[0]
}

/** Changes how many milliseconds ago the user logged in and the expiry was moved. */
async function age(userId: number, { loggedIn = DAY_MS, rolled }: { loggedIn?: number; rolled: number }) {
  await gateway.postgres.pool.query(
    `UPDATE sessions SET expire = now() + interval '1 hour', sess = (sess::jsonb || jsonb_build_object(
       'loggedInAt', $2::bigint, 'rolledAt', $3::bigint))::json WHERE user_id = $1`,
    [userId, Date.now() - loggedIn, Date.now() - rolled],
  )
}

const me = (as: string) => gateway.send('GET', '/api/auth/me', { as })

function handshake(cookie: string): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.headers.cookie = cookie
  return request
}

const logIn = async (email: string) => sessionCookieOf(await gateway.logIn(email))

describe('session', () => {
  const logInUser = async () => {
    const user = await makeUser(db)
    return { user, cookie: await logIn(user.email) }
  }

  test('starts with thirty days and the time of the login', async () => {
    const { user } = await logInUser()
    const session = await storedSession(user.id)
    expect(session?.endsIn).toBeGreaterThan(29 * DAY_MS)
    expect(session?.endsIn).toBeLessThan(30 * DAY_MS + HOUR_MS)
    expect(session?.loggedInAt).toBeGreaterThan(Date.now() - HOUR_MS)
  })

  test('is written once, so that the end of the login cannot bring it back', async () => {
    const { pool } = gateway.postgres
    await pool.query(`
      CREATE TABLE writes ();
      CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN INSERT INTO writes DEFAULT VALUES; RETURN NEW; END $$;
      CREATE TRIGGER counted BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION count_write()`)
    await logInUser()
    const { rows } = await pool.query('SELECT FROM writes')
    expect(rows).toHaveLength(1)
    await pool.query('DROP TRIGGER counted ON sessions')
  })

  test('extends the expiry when used after an hour, not before', async () => {
    const { user, cookie } = await logInUser()
    await age(user.id, { rolled: HOUR_MS / 2 })
    await me(cookie)
    expect((await storedSession(user.id))?.endsIn).toBeLessThanOrEqual(HOUR_MS)
    await age(user.id, { rolled: HOUR_MS + 1_000 })
    await me(cookie)
    expect((await storedSession(user.id))?.endsIn).toBeGreaterThan(29 * DAY_MS)
  })

  test('ends ninety days after the login even when it is used', async () => {
    const { user, cookie } = await logInUser()
    await age(user.id, { loggedIn: 80 * DAY_MS, rolled: DAY_MS })
    await me(cookie)
    const endsIn = (await storedSession(user.id))?.endsIn
    expect(endsIn).toBeGreaterThan(9 * DAY_MS)
    expect(endsIn).toBeLessThanOrEqual(10 * DAY_MS)
  })

  test('does not come back when its expiry is extended after a logout', async () => {
    const { user, cookie } = await logInUser()
    const session = await storedSession(user.id)
    await gateway.send('POST', '/api/auth/logout', { as: cookie })
    await updateSessionExpiry(db, session?.sid ?? '')
    expect(await storedSession(user.id)).toBeUndefined()
  })

  test('authenticates a handshake by its cookie until the logout', async () => {
    const admin = await makeAdmin(db)
    const cookie = await logIn(admin.email)
    const { readLive, listLive } = gateway.gateway.sessions
    const session = await storedSession(admin.id)
    const expected = {
      userId: admin.id,
      isAdmin: true,
      isOperator: true,
      hasUsedPasskey: false,
      sessionHash: hashSessionId(session?.sid ?? ''),
    }
    expect(await readLive(handshake(`theme=dark; ${cookie}; x`))).toEqual(expected)
    expect(await listLive([admin.id, 2_147_483_647])).toEqual([expected])
    expect(await readLive(handshake(cookie.replace(/.$/, '!')))).toBeNull()
    expect(await readLive(handshake(''))).toBeNull()
    await gateway.send('POST', '/api/auth/logout', { as: cookie })
    expect(await readLive(handshake(cookie))).toBeNull()
    expect(await listLive([admin.id])).toEqual([])
  })

  test('restricts the cookie to TLS and the host where the site has TLS', async () => {
    const secure = await gatewayOfTest({
      config: {
        publicUrl: 'https://called-it.example',
        trustProxy: 1,
        isProduction: true,
        hstsIncludesSubDomains: true,
      },
    })
    const user = await makeUser(secure.postgres.db)
    const sent = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' }
    const { headers } = await secure.logIn(user.email, TEST_PASSWORD, { headers: sent })
    const [flag, cookie] = ['called_it_session=', '__Host-called-it='].map((start) =>
      headers.getSetCookie().find((one) => one.startsWith(start)),
    )
    for (const one of [flag, cookie]) {
      expect(one).toContain('Secure')
      expect(one).toContain('Path=/')
    }
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })
})
