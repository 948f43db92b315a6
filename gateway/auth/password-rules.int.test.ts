import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { english } from '@called-it/languages/texts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { sayIssue } from '@called-it/shared/languages/said'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The paths that the range API was asked for, and what it answers. */
const asked: (string | undefined)[] = []
let range: { status: number; body: string }
const api = createServer(({ url }, response) => {
  asked.push(url)
  response.writeHead(range.status).end(range.body)
})

let gateway: TestGateway

beforeAll(async () => {
  await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve))
  const address = api.address()
  const port = typeof address === 'object' ? address?.port : undefined
  gateway = await startGateway({ config: { breachCheckUrl: `http://127.0.0.1:${port}/range/` } })
})
afterAll(async () => {
  await gateway.stop()
  api.close()
})

const USER = { displayName: 'Wren 100', email: 'wren.alder@example.test' }
let addresses = 0

/** The status and the issue of a registration, a reset and a change with a password. */
async function choose(password: string): Promise<unknown[]> {
  const { send, postgres, loginAs } = gateway
  addresses += 1
  const email = `wren.alder@${addresses}.example.test`
  const user = await makeUser(postgres.db, { ...USER, email })
  const token = await postgres.db.transaction().execute((trx) => insertToken(trx, user.id, 'reset-password'))
  const as = await loginAs(user)
  const registration = { email, display_name: USER.displayName, password }
  const responses = [
    await send('POST', '/api/auth/register', { json: registration }),
    await send('PUT', '/api/auth/change-password', { as, json: { password } }),
    await send('POST', '/api/auth/reset-password', { json: { token, password } }),
  ]
  return responses.map(({ status, json }) => ({ status, json }))
}

const refusedThrice = (message: string) =>
  Array.from({ length: 3 }, () => ({
    status: 422,
    json: expect.objectContaining({ code: 'invalid', issues: [{ path: 'password', message }] }),
  }))
const acceptedThrice = Array.from({ length: 3 }, () => expect.objectContaining({ status: 200 }))

test.each(['password1', 'PassWord1', 'princess1', 'qwertyuiop', 'aaaaaaaa', '!!!!!!!!!!!'])(
  'refuses the common password %s',
  async (password) => {
    expect(await choose(password)).toEqual(refusedThrice(sayIssue(english, FIELD_TEXTS.passwordCommon)))
  },
)

test.each([
  'CalledIt2026',
  'the test pressings',
  'Pressings7',
  'called-it.example',
  'WREN100123456',
  'wren.alder99',
  'CalledIt2026!',
  '2026-Càlled_it-9',
  'the-demo-band123',
  'tinhorn & observatory 1',
  'Wren called the Pressings',
  '!!alder.called-it.wren!!',
])('refuses the name or address %s', async (password) => {
  expect(await choose(password)).toEqual(refusedThrice(sayIssue(english, FIELD_TEXTS.passwordIsName)))
})

test.each(['called it off', 'the test of time', '4711 0815 23'])(
  'accepts %s, more than names',
  async (password) => {
    range = { status: 200, body: '' }
    expect(await choose(password)).toEqual(acceptedThrice)
  },
)

test('refuses a breached password and sends five digits of its hash', async () => {
  const password = 'a breached password'
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  range = { status: 200, body: `${'0'.repeat(35)}:3\r\n${hash.slice(5)}:12\r\n` }
  asked.length = 0
  expect(await choose(password)).toEqual(refusedThrice(sayIssue(english, FIELD_TEXTS.passwordBreached)))
  expect(new Set(asked)).toEqual(new Set([`/range/${hash.slice(0, 5)}`]))
  range = { status: 200, body: `${hash.slice(5)}:0` }
  expect(await choose(password)).toEqual(acceptedThrice)
})

test('accepts a password while breaches cannot be looked up', async () => {
  range = { status: 503, body: '' }
  expect(await choose('a long enough password')).toEqual(acceptedThrice)
  api.close()
  api.closeAllConnections()
  expect(await choose('another long password')).toEqual(acceptedThrice)
})
