import { TEST_SETTINGS_KEY } from '@called-it/tests/support/settings-keys'
import { describe, expect, test } from 'vitest'
import { readGatewaySettings } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://db.example/called-it',
  REDIS_URL: 'redis://redis.example',
  SESSION_SECRET: 'a secret of more than thirty-two characters',
  SETTINGS_KEY: TEST_SETTINGS_KEY,
}

describe('gateway settings', () => {
  test('demands a trusted proxy where the site has TLS', () => {
    const behindTls = { ...env, PUBLIC_URL: 'https://called-it.example/' }
    expect(() => readGatewaySettings(behindTls)).toThrow(
      /^TRUST_PROXY: is 0 while PUBLIC_URL begins with https/,
    )
    expect(readGatewaySettings({ ...behindTls, TRUST_PROXY: '1' }).config).toMatchObject({
      publicUrl: 'https://called-it.example',
      trustProxy: 1,
    })
  })

  test.each([
    {},
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'http://called-it.example' },
    { SMTP_URL: 'smtp://mail.example' },
  ])('shows the mailbox only by default, not with %o', (settings) => {
    const { showsMailbox } = readGatewaySettings({ ...env, ...settings }).config
    expect(showsMailbox).toBe(Object.keys(settings).length === 0)
  })

  test('requires passkeys of admins in production, unless that is off', () => {
    const requires = (settings: object) =>
      readGatewaySettings({ ...env, ...settings }).config.requiresPasskeys
    expect(requires({ NODE_ENV: 'production' })).toBe(true)
    expect(requires({ NODE_ENV: 'production', ADMIN_SECOND_FACTOR: 'off' })).toBe(false)
    expect(requires({ ADMIN_SECOND_FACTOR: 'passkey' })).toBe(false)
  })

  test('refuses the demo where others may reach the site', () => {
    const settings = { ...env, PUBLIC_URL: 'http://called-it.example', DEMO: 'on' }
    expect(() => readGatewaySettings(settings)).toThrow(/^DEMO: is on where others may reach the site/)
    expect(readGatewaySettings({ ...settings, DEMO_ON_PUBLIC_URL: 'yes' }).config.demo).toBe(true)
  })

  test('warns of rate limits above a hundredfold in production only', () => {
    const warningsOf = (settings: object) => readGatewaySettings({ ...env, ...settings }).warnings
    expect(warningsOf({ NODE_ENV: 'production', RATE_LIMIT_SCALE: '101' })).toEqual([
      expect.stringMatching(/^RATE_LIMIT_SCALE is above 100/),
    ])
    expect(warningsOf({ NODE_ENV: 'production', RATE_LIMIT_SCALE: '100' })).toEqual([])
    expect(warningsOf({ RATE_LIMIT_SCALE: '1000' })).toEqual([])
  })
})
