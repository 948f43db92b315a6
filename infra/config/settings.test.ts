import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  demoEnabled,
  isLoopback,
  outboundAllow,
  publicUrl,
  searchEnginesAllowed,
  showsKeptMails,
  tracedRatio,
  tracingFields,
} from './derived-settings.ts'
import { parseSettings, pickSettings, SettingsError, settingFields } from './settings.ts'

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
    MAILS_IN_FLIGHT: 20,
    PUSHES_IN_FLIGHT: 50,
    BAND_PROFILE: 'tinhorn-observatory',
    SETLIST_SOURCE: { name: 'demo', options: { anchor: null } },
    IMPORT_EVERY: 6,
    LIVE_SETLIST: 'operators',
    AUTO_FINAL: true,
    BACKUP_EVERY: 24,
    BACKUP_KEEP: 14,
    BACKUP_UPLOAD_MB: 10_000,
    TRUST_PROXY: 0,
    LEAGUE_MEMBERS: 500,
    LEAGUES_PER_USER: 20,
    EMBED_ORIGINS: [],
    OUTBOUND_ALLOW: [],
    ADMIN_SECOND_FACTOR: 'passkey',
    RATE_LIMIT_SCALE: 1,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_TRACES_SAMPLER_ARG: 1,
    HSTS_INCLUDE_SUBDOMAINS: false,
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
      SECURITY_CONTACT: 'ada@band.example',
    }),
  ).toMatchObject({
    PORT: 8080,
    DEMO: false,
    TRUST_PROXY: ['10.0.0.1', '10.0.0.2'],
    RATE_LIMIT_SCALE: 0.5,
    SECURITY_CONTACT: 'mailto:ada@band.example',
  })
})

test.each([
  'x'.repeat(32),
  'ab12'.repeat(10),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  ...[
    'change-me',
    'changeThis',
    'replace',
    'placeholder',
    'your secret',
    'session_secret',
    'PASSWORD',
    'qwerty',
    '1234567',
  ].map((word) => `${word} kV9x-Wz3.Pf7+Hn5~Ld8!Rj4?Tb6`),
])('refuses %s as SESSION_SECRET', (secret) => {
  expect(refusal({ SESSION_SECRET: secret }).message).toMatch(/^SESSION_SECRET: can be guessed/)
})

test.each(['0.0.0.0/0', '127.0.0.1, ::/0', '128.0.0.0/1', '0.0.0.0/0.0.0.0'])(
  'refuses %s as TRUST_PROXY',
  (proxies) => {
    expect(refusal({ TRUST_PROXY: proxies }).message).toMatch(/^TRUST_PROXY: trusts a network so wide/)
  },
)

test.each(['6f0c12345b9ad8e17c03f4a2d95e8b61', '6f0c123456b9ad8e17c03f4a2d95e8b6'])(
  'accepts the random secret %s with digits in a row',
  (secret) => {
    expect(parseSettings(settingFields, { SESSION_SECRET: secret })).toMatchObject({ SESSION_SECRET: secret })
  },
)

test('accepts random secrets, and proxies of a private network', () => {
  const fields = { SESSION_SECRET: randomBytes(16).toString('hex'), TRUST_PROXY: '10.0.0.0/8,fc00::/7' }
  expect(parseSettings(settingFields, fields)).toMatchObject({ TRUST_PROXY: ['10.0.0.0/8', 'fc00::/7'] })
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
  ['LIVE_SETLIST', 'fans', 'is none of operators, source'],
  ['AUTO_FINAL', 'perhaps', 'is neither on nor off'],
  ['DEMO', 'Xv7q', 'is neither on nor off'],
  ['BREACH_CHECK_URL', 'Xv7q', 'is not a URL that begins with http:// or https://'],
  [
    'SECURITY_CONTACT',
    'http://Xv7q',
    'is neither a mail address nor a URI that begins with https://, mailto: or tel:',
  ],
  ['RATE_LIMIT_SCALE', '-7', 'is not above 0'],
  ['LEAGUE_MEMBERS', '5001', 'is above 5000'],
  ['LEAGUES_PER_USER', '0', 'is below 1'],
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

const LOCAL = { NODE_ENV: 'development', HOST: '127.0.0.1', TRUST_PROXY: 0 } as const
const PUBLIC_URL = 'https://called.example'

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://[::1]:3000/' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL }, false],
  [{ TRUST_PROXY: 1 }, false],
  [{ TRUST_PROXY: ['127.0.0.1'] }, false],
  [{ NODE_ENV: 'production' }, false],
])('decides by %j whether the demo and the mailbox are on: %s', (settings, expected) => {
  expect(demoEnabled({ ...LOCAL, ...settings })).toBe(expected)
  expect(showsKeptMails({ ...LOCAL, ...settings })).toBe(expected)
})

test.each([
  [{}, false],
  [{ PUBLIC_URL }, true],
  [{ PUBLIC_URL, DEMO: true, DEMO_ON_PUBLIC_URL: 'yes' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ SEARCH_ENGINES: true }, true],
  [{ PUBLIC_URL, SEARCH_ENGINES: false }, false],
] as const)('decides by %j whether search engines may list the site: %s', (settings, expected) => {
  expect(searchEnginesAllowed({ ...LOCAL, ...settings })).toBe(expected)
})

test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL }, { TRUST_PROXY: 1 }])(
  'refuses the demo with %j unless DEMO_ON_PUBLIC_URL allows it',
  (settings) => {
    const demanded = { ...LOCAL, ...settings, DEMO: true }
    expect(() => demoEnabled(demanded)).toThrow(
      /^DEMO: is on where others .* DEMO_ON_PUBLIC_URL=yes allows it$/,
    )
    expect(demoEnabled({ ...demanded, DEMO_ON_PUBLIC_URL: 'yes' })).toBe(true)
    expect(demoEnabled({ ...demanded, DEMO: false })).toBe(false)
  },
)

test('switches the demo on in production where it is demanded on loopback', () => {
  expect(demoEnabled({ ...LOCAL, NODE_ENV: 'production', DEMO: true })).toBe(true)
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.4', false],
  ['127.example.org', false],
])('knows whether %s is a loopback address: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test('uses a loopback name and the port as the default public URL', () => {
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

test.each(['https://band.example/', 'band.example', '*', 'https://a.example b'])(
  'refuses %s as a site that may frame the board',
  (text) => {
    expect(() =>
      parseSettings({ EMBED_ORIGINS: settingFields.EMBED_ORIGINS }, { EMBED_ORIGINS: text }),
    ).toThrow('EMBED_ORIGINS: is not a list of origins')
  },
)

test('allows private hosts outside production only', () => {
  const allowed = (NODE_ENV: string) =>
    outboundAllow(
      parseSettings(pickSettings('OUTBOUND_ALLOW', 'NODE_ENV'), {
        NODE_ENV,
        OUTBOUND_ALLOW: 'a.test, b.test:8',
      }),
    )
  expect(allowed('test')).toEqual(['a.test', 'b.test:8'])
  expect(() => allowed('production')).toThrow('OUTBOUND_ALLOW: is for tests')
})
