import { expect, test } from 'vitest'
import {
  demoEnabled,
  isLoopback,
  parseSettings,
  publicUrl,
  SettingsError,
  settingFields,
  tracedRatio,
  tracingFields,
} from './settings.ts'

function refusal(env: Record<string, string>): SettingsError {
  try {
    parseSettings(settingFields, env)
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
  throw new Error('the settings were accepted')
}

test('uses defaults, and no service URLs, without any setting', () => {
  expect(parseSettings(settingFields, {})).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    BAND_PROFILE: 'tinhorn-observatory',
    SETLIST_SOURCE: { name: 'demo', options: { anchor: null } },
    IMPORT_EVERY: 6,
    TRUST_PROXY: 0,
    RATE_LIMIT_SCALE: 1,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_TRACES_SAMPLER_ARG: 1,
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
  })
})

test('parses texts', () => {
  expect(
    parseSettings(settingFields, {
      PORT: ' 8080 ',
      DEMO: 'off',
      TRUST_PROXY: '10.0.0.1, 10.0.0.2',
      RATE_LIMIT_SCALE: '0.5',
    }),
  ).toMatchObject({ PORT: 8080, DEMO: false, TRUST_PROXY: ['10.0.0.1', '10.0.0.2'], RATE_LIMIT_SCALE: 0.5 })
})

test('treats an empty variable as absent', () => {
  expect(parseSettings(settingFields, { DATABASE_URL: '', PORT: ' ' })).toMatchObject({ PORT: 3000 })
})

test.each([
  ['PORT', 'Xv7q', 'is not a number'],
  ['PUBLIC_URL', 'ftp://Xv7q', 'is not a URL that begins with http:// or https://'],
  ['DATABASE_URL', 'mysql://user:Xv7q@db', 'is not a URL that begins with postgres:// or postgresql://'],
  ['REDIS_URL', 'Xv7q', 'is not a URL that begins with redis:// or rediss://'],
  ['SESSION_SECRET', 'Xv7q', 'is shorter than 32 characters'],
  ['SMTP_URL', 'http://user:Xv7q@mail', 'is not a URL that begins with smtp:// or smtps://'],
  ['SETLIST_SOURCE', 'Xv7q', expect.stringMatching(/^is not of the form demo or /)],
  ['IMPORT_EVERY', '-1', 'is below 0'],
  ['DEMO', 'Xv7q', 'is neither on nor off'],
  ['RATE_LIMIT_SCALE', '-7', 'is not above 0'],
  ['METRICS_PORT', '7.5', 'is not a whole number'],
  ['NODE_ENV', 'Xv7q', 'is none of development, production, test'],
  ['LOG_LEVEL', 'Xv7q', 'is none of fatal, error, warn, info, debug, trace, silent'],
])('rejects %s when it is %j', (name, value, reason) => {
  const { issues, message } = refusal({ [name]: value })
  expect(issues).toEqual([{ name, reason }])
  expect(message).toBe(`${name}: ${issues[0]?.reason}`)
})

test('reports every wrong setting without its value', () => {
  const wrong = Object.fromEntries(Object.keys(settingFields).map((name) => [name, `Xv7q-${name}-secret`]))
  const error = refusal(wrong)
  expect(error.issues.length).toBeGreaterThan(15)
  expect(JSON.stringify([error.message, error.stack, error.issues])).not.toContain('Xv7q')
})

test.each([
  [{ NODE_ENV: 'development', HOST: '127.0.0.1' }, true],
  [{ NODE_ENV: 'development', HOST: '0.0.0.0' }, false],
  [{ NODE_ENV: 'production', HOST: '127.0.0.1' }, false],
  [{ NODE_ENV: 'production', HOST: '0.0.0.0', DEMO: true }, true],
  [{ NODE_ENV: 'development', HOST: 'localhost', DEMO: false }, false],
])('decides by %j whether the demo is on: %s', (settings, expected) => {
  expect(demoEnabled(settings)).toBe(expected)
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.4', false],
  ['127.example.org', false],
])('knows whether %s is a loopback address: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test('uses the address of the gateway, or its name on loopback, as the public URL', () => {
  expect(publicUrl({ HOST: '127.0.0.1', PORT: 80, PUBLIC_URL: 'https://called.example/' })).toBe(
    'https://called.example',
  )
  expect(publicUrl({ HOST: '127.0.0.1', PORT: 3000 })).toBe('http://localhost:3000')
  expect(publicUrl({ HOST: '::1', PORT: 3000 })).toBe('http://localhost:3000')
  // The name leads to 127.0.0.1, where it does not listen.
  expect(publicUrl({ HOST: '127.0.0.2', PORT: 3000 })).toBe('http://127.0.0.2:3000')
  expect(publicUrl({ HOST: 'fd00::1', PORT: 3000 })).toBe('http://[fd00::1]:3000')
})

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'

test.each([
  [{}, null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT }, 1],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }, 1],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }, null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'false' }, 1],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' }, 0],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    },
    0.05,
  ],
])('derives from %j the sampled ratio %s', (env, ratio) => {
  expect(tracedRatio(parseSettings(tracingFields, env))).toBe(ratio)
})
