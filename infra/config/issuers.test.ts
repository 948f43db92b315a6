import { expect, test } from 'vitest'
import { issuerFields, readIssuers } from './issuers.ts'
import { parseSettings } from './settings.ts'

const GOOGLE = {
  OIDC_2_ISSUER: 'https://accounts.google.com',
  OIDC_2_CLIENT_ID: 'client',
  OIDC_2_CLIENT_SECRET: 'Xv7q',
  OIDC_2_LABEL: 'Google',
}

const read = (env: Record<string, string>, NODE_ENV = 'development') =>
  readIssuers({ ...parseSettings(issuerFields, env), NODE_ENV })

test('reads the issuers that are set', () => {
  expect(read({})).toEqual([])
  expect(read(GOOGLE)).toEqual([
    {
      key: '2',
      url: 'https://accounts.google.com',
      clientId: 'client',
      clientSecret: 'Xv7q',
      label: 'Google',
    },
  ])
})

test('names what is missing of an issuer, and no value', () => {
  const { OIDC_2_LABEL, OIDC_2_CLIENT_ID, ...rest } = GOOGLE
  expect(() => read(rest)).toThrow(/^OIDC_2_CLIENT_ID: is missing, .*\nOIDC_2_LABEL: is missing, .*$/)
  expect(() => read({ OIDC_3_CLIENT_SECRET: 'Xv7q' })).not.toThrow(/Xv7q/)
})

test.each([
  ['http://127.0.0.1:4000', 'development', true],
  ['http://127.0.0.1:4000', 'production', false],
  ['http://issuer.example', 'development', false],
  ['https://issuer.example', 'production', true],
])('demands TLS except of this machine outside production: %s in %s', (url, nodeEnv, isAllowed) => {
  const env = { ...GOOGLE, OIDC_2_ISSUER: url }
  if (isAllowed) expect(read(env, nodeEnv)).toHaveLength(1)
  else expect(() => read(env, nodeEnv)).toThrow('OIDC_2_ISSUER: does not begin with https://')
})
