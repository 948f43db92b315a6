import { SettingsError } from '@called-it/infra/config/settings'
import { describe, expect, test } from 'vitest'
import { readGatewaySettings } from './config.ts'
import { LIMITS } from './overload/limits.ts'

const env = {
  DATABASE_URL: 'postgres://db.example/called-it',
  REDIS_URL: 'redis://redis.example',
  SESSION_SECRET: 'a secret of more than thirty-two characters',
}

describe('gateway settings', () => {
  test('has defaults for optional settings', () => {
    expect(readGatewaySettings(env)).toEqual({
      config: {
        host: '127.0.0.1',
        port: 3000,
        publicUrl: 'http://127.0.0.1:3000',
        sessionSecret: env.SESSION_SECRET,
        trustProxy: 0,
        rateLimitScale: 1,
        isProduction: false,
        mailboxOf: '.data',
        cachesResponses: true,
        limits: LIMITS,
      },
      databaseUrl: env.DATABASE_URL,
      redisUrl: env.REDIS_URL,
      bandProfile: expect.any(String),
      metricsPort: undefined,
      tracedRatio: null,
      logLevel: 'info',
    })
  })

  test.each(['DATABASE_URL', 'REDIS_URL', 'SESSION_SECRET'])('requires %s', (name) => {
    expect(() => readGatewaySettings({ ...env, [name]: '' })).toThrow(
      new SettingsError([{ name, reason: 'is missing' }]),
    )
  })

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

  test.each([{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { SMTP_URL: 'smtp://mail.example' }])(
    'hides the mailbox with %o',
    (settings) => {
      expect(readGatewaySettings({ ...env, ...settings }).config.mailboxOf).toBeNull()
    },
  )
})
