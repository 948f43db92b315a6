import { describe, expect, test } from 'vitest'
import { readGatewaySettings } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://db.example/called-it',
  REDIS_URL: 'redis://redis.example',
  SESSION_SECRET: 'a secret of more than thirty-two characters',
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

  test.each([{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { SMTP_URL: 'smtp://mail.example' }])(
    'hides the mailbox with %o',
    (settings) => {
      expect(readGatewaySettings({ ...env, ...settings }).config.mailboxOf).toBeNull()
    },
  )
})
