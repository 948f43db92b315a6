import { gatewayOfFile, gatewayOfTest } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile()

test('says where to report security problems, for less than a year', async () => {
  const { send } = await gatewayOfTest({ config: { securityContact: 'mailto:security@band.example' } })
  const { status, headers, text } = await send('GET', '/.well-known/security.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const { Expires = '', ...fields } = Object.fromEntries(
    Array.from(text.matchAll(/^([\w-]+): (.*)$/gm), ([, name, value]) => [name, value]),
  )
  expect(fields).toEqual({
    Contact: 'mailto:security@band.example',
    'Preferred-Languages': 'en, de, es',
    Canonical: 'http://called-it.example/.well-known/security.txt',
  })
  const daysLeft = (Date.parse(Expires) - Date.now()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(30)
  expect(daysLeft).toBeLessThan(365)
})

test('has no security.txt without a contact', async () => {
  expect((await gateway.send('GET', '/.well-known/security.txt')).status).toBe(404)
})

test('leads password managers to the change of the password', async () => {
  const { status, headers } = await gateway.send('GET', '/.well-known/change-password')
  expect([status, headers.get('location')]).toEqual([302, '/profile?tab=security'])
})
