import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const admin = await gateway.loginAs(await makeAdmin(gateway.postgres.db))

type Wanted = { public_url?: string; trust_proxy?: string }

const ask = ({ public_url = 'https://band.example', trust_proxy = '1' }: Wanted, headers = {}, as = admin) =>
  gateway.send('POST', '/api/admin/address/test', { as, json: { public_url, trust_proxy }, headers })

const behindTwo = { 'x-forwarded-for': '203.0.113.9, 10.0.0.2', 'x-forwarded-proto': 'https' }

test.each([
  ['0', { client: '127.0.0.1', is_trust_right: false, is_https: false }],
  ['1', { client: '10.0.0.2', is_trust_right: false, is_https: true }],
  ['2', { client: '203.0.113.9', is_trust_right: true, is_https: true }],
  ['3', { client: '203.0.113.9', is_trust_right: false, is_https: true }],
  ['loopback, 10.0.0.0/8', { client: '203.0.113.9', is_trust_right: true, is_https: true }],
  ['10.0.0.0/8', { client: '127.0.0.1', is_trust_right: false, is_https: false }],
])('says what %s as TRUST_PROXY makes of two proxies', async (trust_proxy, seen) => {
  expect(await ask({ trust_proxy }, behindTwo)).toMatchObject({
    json: { ...seen, proxies: 2, forwarded_proto: 'https', origin: 'https://band.example' },
  })
})

test('sees no proxy where none says so', async () => {
  expect(await ask({ trust_proxy: '0' })).toMatchObject({
    json: { host: new URL(gateway.url).host, proxies: 0, is_trust_right: true, forwarded_proto: null },
  })
})

test('sets a cookie as the session will have it, and sees whether it comes back', async () => {
  const first = await ask({})
  expect(first.json).toMatchObject({ is_cookie_returned: false })
  const cookie = first.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-called-it-try=.*; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/)
  const second = await ask({}, {}, `${admin}; ${cookie.split(';')[0]}`)
  expect(second.json).toMatchObject({ is_cookie_returned: true })
  const plain = await ask({ public_url: 'http://band.example' })
  expect(plain.headers.get('set-cookie')).toMatch(/^called-it-try=(?!.*Secure)/)
})

test('names what is wrong with the settings', async () => {
  const refused = await ask({ public_url: 'band.example', trust_proxy: 'nginx' })
  expect(refused).toMatchObject({
    status: 422,
    json: { issues: [{ path: 'settings.PUBLIC_URL' }, { path: 'settings.TRUST_PROXY' }] },
  })
})
