import { isIPv4 } from 'node:net'
import { english } from '@called-it/languages/texts'
import { contact } from '@called-it/shared/contract/band-profile'
import { settingName } from '@called-it/shared/contract/installation-settings'
import { PRODUCT, registrationMode } from '@called-it/shared/contract/site'
import { said, sayIssue } from '@called-it/shared/languages/said'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Sender } from '../mail/mail.ts'
import { hasKnownParameters, SMTP_PARAMETERS } from '../mail/smtp-url.ts'
import { isSettingsKey } from '../secrets/settings-keys.ts'
import { type SetlistSourceSetting, setlistSourceSetting } from '../setlist-sources/catalogue.ts'

const number = z.coerce.number(said('setting.no-number'))
const whole = z.int(said('setting.no-whole'))
const onOrOff = z.stringbool(said('setting.no-switch'))
const below = (min: number) => said('setting.below', { min: String(min) })
const above = (max: number) => said('setting.above', { max: String(max) })

function between(min: number, max: number) {
  return number.pipe(z.number().min(min, below(min)).max(max, above(max)))
}

function wholeBetween(min: number, max: number) {
  return number.pipe(whole.min(min, below(min)).max(max, above(max)))
}

const port = wholeBetween(0, 65535)
const upTo = (max: number) => wholeBetween(1, max)

function oneOf<const Choice extends string>(...choices: Choice[]) {
  return z.enum(choices, said('setting.none-of', { choices: choices.join(', ') }))
}

/** A URL of one of two protocols, kept as the text that it was given as. */
function urlOf(...protocols: [string, string]) {
  const [first, second] = protocols
  return z.string().refine(
    (text) => {
      const parsed = URL.parse(text)
      return parsed !== null && protocols.includes(parsed.protocol.slice(0, -1))
    },
    { error: said('setting.no-url', { first: `${first}://`, second: `${second}://` }) },
  )
}

/** A network with a prefix below 7, or with such a mask; the widest private one is `fc00::/7`. */
const WIDE_NETWORK = /\/(?:0*[0-6]|(?:0|128|192|224|240|248|252)\.[\d.]+)$/

/** An address, a network, or a name of one that Express knows: the gateway does not start with another one. */
function isNetwork(text: string): boolean {
  const [address = '', range, ...others] = text.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  if (!ipaddr.isValid(address) || others.length > 0) return false
  return range === undefined || ipaddr.isValidCIDR(text) || (isIPv4(address) && isIPv4(range))
}

/** The number of proxies in front of the gateway, or their addresses, separated by commas. */
const trustProxy = z
  .string()
  .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : list.parse(text)))
  .refine((proxies) => typeof proxies === 'number' || proxies.every(isNetwork), {
    error: said('setting.no-proxies'),
    abort: true,
  })
  .refine((proxies) => typeof proxies === 'number' || !proxies.some((proxy) => WIDE_NETWORK.test(proxy)), {
    error: said('setting.wide-net'),
  })

/** Separated by commas. */
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** As browsers write them. */
const origins = list.refine(
  (items) => items.every((item) => /^https?:/.test(item) && URL.parse(item)?.origin === item),
  { error: said('setting.no-origins') },
)

/** None is likely in a random secret, as `12345` is: one of 17,000 texts of 64 hexadecimal digits has it. */
const PLACEHOLDER =
  /change.?(?:me|this)|replace|placeholder|your.?secret|session.?secret|password|qwert|1234567/i
/** Fewer than one in a million texts of 32 random hexadecimal digits has fewer. */
const MIN_STEPS = 10

/** A placeholder, or a text that repeats or counts on: it has few different steps from character to character. */
function isGuessable(secret: string): boolean {
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return PLACEHOLDER.test(secret) || new Set(steps).size < MIN_STEPS
}

const settingsKey = z
  .string()
  .refine(isSettingsKey, { error: 'is not 32 bytes in base64 or hexadecimal digits', abort: true })
  .refine((key) => !isGuessable(key), { error: 'can be guessed; use one from: openssl rand -hex 32' })

/** One address, alone or as in `Called It <no-reply@band.example>`. */
const sender = z.string().regex(/^(?:[^<>@\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, {
  error: said('setting.no-sender'),
})

/** Longer ones do not fit on a button of a narrow phone. */
const buttonLabel = z.string().max(24, said('setting.too-long'))

/** The settings of all programs, by environment variable. Nothing else reads the environment. */
export const settingFields = {
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The base of every link in a mail. See `publicUrl` for its default. */
  PUBLIC_URL: urlOf('http', 'https').optional(),
  /** Absent: the launcher starts a Postgres. */
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  /** Absent: the launcher starts a Redis. */
  REDIS_URL: urlOf('redis', 'rediss').optional(),
  /** The folder for everything that the launcher keeps between starts; relative to the repository. */
  DATA_DIR: z.string().default('.data'),
  /** Signs the session cookies. Absent: generated and stored in DATA_DIR; required in production. */
  SESSION_SECRET: z
    .string()
    .min(32, { error: 'is shorter than 32 characters', abort: true })
    .refine((secret) => !isGuessable(secret), { error: 'can be guessed; use one from: openssl rand -hex 32' })
    .optional(),
  /** Encrypts secrets in the database. Absent: generated and stored in DATA_DIR by the launcher. */
  SETTINGS_KEY: settingsKey.optional(),
  /** The key before, until `settings-key rotate` has run. */
  SETTINGS_KEY_PREVIOUS: settingsKey.optional(),
  /** Absent: every mail becomes a file in DATA_DIR/mail. */
  SMTP_URL: urlOf('smtp', 'smtps')
    .refine(hasKnownParameters, {
      error: said('setting.smtp-params', { allowed: SMTP_PARAMETERS.join(', ') }),
    })
    .optional(),
  /** As in `Called It <no-reply@band.example>`. Absent: so, at the site's host. */
  MAIL_FROM: sender.optional(),
  /** Where answers to mails go. Absent: to the sender. */
  MAIL_REPLY_TO: sender.optional(),
  /** How many mails and pushes of notifications a worker sends at once. */
  MAILS_IN_FLIGHT: upTo(200).default(20),
  PUSHES_IN_FLIGHT: upTo(500).default(50),
  BAND_PROFILE: z.string().default('tinhorn-observatory'),
  SETLIST_SOURCE: setlistSourceSetting.prefault('demo'),
  /** A mirror of the data site, up to and including the API's version. */
  SETLIST_SOURCE_URL: urlOf('http', 'https').optional(),
  /** Hours between imports of the catalogue; 0 disables them. */
  IMPORT_EVERY: between(0, 168).default(6),
  /** Whether the songs of a show that runs are entered by operators only, or stored as the source lists them. */
  LIVE_SETLIST: oneOf('operators', 'source').default('operators'),
  /** Whether a show is scored by itself once it is over. */
  AUTO_FINAL: onOrOff.default(true),
  /** Whether the demo's tour and accounts are loaded. See `demoEnabled` for its default. */
  DEMO: onOrOff.optional(),
  /** Allows `DEMO=on` where others than this machine may reach the site. */
  DEMO_ON_PUBLIC_URL: z.literal('yes', 'is not yes').optional(),
  /** Whether search engines may list the site. See `searchEnginesAllowed` for its default. */
  SEARCH_ENGINES: onOrOff.optional(),
  /** Members of one league, and leagues of one user. */
  LEAGUE_MEMBERS: upTo(5_000).default(500),
  LEAGUES_PER_USER: upTo(1_000).default(20),
  /** Sites that may show the board in a frame: origins such as https://band.example, separated by commas. */
  EMBED_ORIGINS: origins.default([]),
  /** Hosts, each with or without a port, that requests to addresses of users may reach though they are private. */
  OUTBOUND_ALLOW: list.default([]),
  /** Who may sign up. Absent: what an admin has chosen, at first everybody. */
  REGISTRATION: oneOf(...registrationMode.options).optional(),
  /** Issuers of OpenID Connect that fans may sign in with. See `readIssuers`. */
  OIDC_1_ISSUER: urlOf('https', 'http').optional(),
  OIDC_1_CLIENT_ID: z.string().optional(),
  OIDC_1_CLIENT_SECRET: z.string().optional(),
  OIDC_1_LABEL: buttonLabel.optional(),
  OIDC_2_ISSUER: urlOf('https', 'http').optional(),
  OIDC_2_CLIENT_ID: z.string().optional(),
  OIDC_2_CLIENT_SECRET: z.string().optional(),
  OIDC_2_LABEL: buttonLabel.optional(),
  OIDC_3_ISSUER: urlOf('https', 'http').optional(),
  OIDC_3_CLIENT_ID: z.string().optional(),
  OIDC_3_CLIENT_SECRET: z.string().optional(),
  OIDC_3_LABEL: buttonLabel.optional(),
  /** In production: whether admins and operators need a passkey some days after their first login. */
  ADMIN_SECOND_FACTOR: oneOf('passkey', 'off').default('passkey'),
  /** Where people report security problems. Absent: there is no security.txt. */
  SECURITY_CONTACT: contact.optional(),
  /** Hours between backups; 0 makes none by itself. */
  BACKUP_EVERY: between(0, 168).default(24),
  /** How many backups that were made by themselves are kept. */
  BACKUP_KEEP: upTo(1_000).default(14),
  /** The largest backup that may be uploaded, in MB. */
  BACKUP_UPLOAD_MB: upTo(1_000_000).default(10_000),
  TRUST_PROXY: trustProxy.default(0),
  RATE_LIMIT_SCALE: number.pipe(z.number().positive(said('setting.not-above'))).default(1),
  /** A range API that new passwords are looked up in. Absent: they are not. */
  BREACH_CHECK_URL: urlOf('http', 'https').optional(),
  /** The port of the Prometheus metrics, on HOST; the workers take the next one. Absent: none are served. */
  METRICS_PORT: port.optional(),
  /** An OpenTelemetry collector. Both absent: no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlOf('http', 'https').optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_SAMPLER: oneOf(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: between(0, 1).default(1),
  /** Whether browsers demand https of the names below the site's too, which may belong to others. */
  HSTS_INCLUDE_SUBDOMAINS: onOrOff.default(false),
  NODE_ENV: oneOf('development', 'production', 'test').default('development'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
} as const

type SettingFields = typeof settingFields
type RequiredName = 'DATABASE_URL' | 'REDIS_URL' | 'SESSION_SECRET' | 'SETTINGS_KEY'

/** The named fields, for `parseSettings`. The overload says what TypeScript does not infer from `Object.fromEntries`. */
export function pickSettings<Name extends keyof SettingFields>(...names: Name[]): Pick<SettingFields, Name>
export function pickSettings(...names: (keyof SettingFields)[]): object {
  return Object.fromEntries(names.map((name) => [name, settingFields[name]]))
}

export function requireSettings<Name extends RequiredName>(
  ...names: Name[]
): Record<Name, z.ZodNonOptional<SettingFields[Name]>>
export function requireSettings(...names: RequiredName[]): object {
  return Object.fromEntries(names.map((name) => [name, settingFields[name].nonoptional('is missing')]))
}

interface SettingIssue {
  readonly name: string
  /** Without the value, which may be a secret. */
  readonly reason: string
}

/** The message has a line for each wrong setting, in English and without a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** In English. */
  readonly issues: readonly SettingIssue[]
  /** With reasons that are `said`, for pages. */
  readonly said: readonly SettingIssue[]

  constructor(issues: readonly SettingIssue[]) {
    const inEnglish = issues.map(({ name, reason }) => ({ name, reason: sayIssue(english, reason) }))
    super(inEnglish.map(({ name, reason }) => `${name}: ${reason}`).join('\n'))
    this.issues = inEnglish
    this.said = issues
  }
}

/**
 * An empty variable counts as absent, as compose files pass them.
 *
 * @param shape the settings to read: a zod schema under the name of each variable
 * @throws SettingsError naming every wrong variable with the reason, never with its value
 */
export function parseSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Readonly<Record<string, string | undefined>>,
): z.output<z.ZodObject<Shape>> {
  const given = Object.fromEntries(
    Object.keys(shape).flatMap((name) => {
      const value = env[name]?.trim()
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
  const parsed = z.object(shape).safeParse(given)
  if (parsed.success) return parsed.data
  throw new SettingsError(
    parsed.error.issues.map((issue) => ({ name: issue.path.join('.'), reason: issue.message })),
  )
}

/** @param host a name or an address; one of IPv6 may have its brackets, as in a URL */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
  )
}

type Reach = Pick<z.output<z.ZodObject<SettingFields>>, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>

/** Whether nothing says that others than this machine reach the site: neither its addresses nor a proxy. */
function isLocal({ HOST, PUBLIC_URL, TRUST_PROXY }: Reach): boolean {
  const isPublic = PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)
  return isLoopback(HOST) && !isPublic && TRUST_PROXY === 0
}

/**
 * By default on, except in production and where others than this machine may reach the site.
 *
 * @throws SettingsError where it is switched on there without DEMO_ON_PUBLIC_URL
 */
export function demoEnabled(
  settings: Reach & {
    DEMO?: boolean | undefined
    DEMO_ON_PUBLIC_URL?: 'yes' | undefined
    NODE_ENV: string
  },
): boolean {
  const isAllowed = isLocal(settings) || settings.DEMO_ON_PUBLIC_URL === 'yes'
  if (settings.DEMO && !isAllowed) {
    throw new SettingsError([{ name: 'DEMO', reason: said('setting.demo-public') }])
  }
  return settings.DEMO ?? (settings.NODE_ENV !== 'production' && isLocal(settings))
}

type DemoSettings = Parameters<typeof demoEnabled>[0]

/** @throws SettingsError where the demo would be filled with the setlists of another band */
export function requireDemoSource(settings: DemoSettings & { SETLIST_SOURCE: SetlistSourceSetting }): void {
  if (demoEnabled(settings) && settings.SETLIST_SOURCE.name !== 'demo') {
    throw new SettingsError([{ name: 'SETLIST_SOURCE', reason: said('setting.not-demo') }])
  }
}

/**
 * For the settings of the pages, together with the environment: whatever one of the programs would refuse.
 *
 * @throws SettingsError
 */
export function checkPageSettings(env: Readonly<Record<string, string | undefined>>): void {
  const others = pickSettings('HOST', 'NODE_ENV', 'DEMO', 'DEMO_ON_PUBLIC_URL')
  requireDemoSource(parseSettings({ ...pickSettings(...settingName.options), ...others }, env))
}

/** By default, except for the demo and where only this machine reaches the site. */
export function searchEnginesAllowed(
  settings: DemoSettings & { SEARCH_ENGINES?: boolean | undefined },
): boolean {
  return settings.SEARCH_ENGINES ?? !(demoEnabled(settings) || isLocal(settings))
}

/** @throws SettingsError in production, where such requests could reach the operator's own network */
export function outboundAllow(settings: {
  readonly OUTBOUND_ALLOW: readonly string[]
  readonly NODE_ENV: string
}): readonly string[] {
  if (settings.NODE_ENV === 'production' && settings.OUTBOUND_ALLOW.length > 0) {
    throw new SettingsError([
      { name: 'OUTBOUND_ALLOW', reason: 'is for tests and cannot be set in production' },
    ])
  }
  return settings.OUTBOUND_ALLOW
}

/** Whether mails are stored as files and shown as a page, which only this machine can reach. */
export function showsKeptMails(
  settings: Reach & { SMTP_URL?: string | undefined; NODE_ENV: string },
): boolean {
  return settings.SMTP_URL === undefined && settings.NODE_ENV !== 'production' && isLocal(settings)
}

/** Who mails are from. */
export function mailSender(
  settings: Parameters<typeof publicUrl>[0] & {
    MAIL_FROM?: string | undefined
    MAIL_REPLY_TO?: string | undefined
  },
): Sender {
  const { MAIL_FROM, MAIL_REPLY_TO } = settings
  return {
    from: MAIL_FROM ?? `${PRODUCT} <no-reply@${new URL(publicUrl(settings)).hostname}>`,
    replyTo: MAIL_REPLY_TO ?? null,
  }
}

/** The settings that decide on traces. The packages read the other variables of the standard by themselves. */
export const tracingFields = pickSettings(
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
)

/** The ratio of new traces that are sampled, 0 to 1; null without a collector or where OTEL_SDK_DISABLED is `true`. */
export function tracedRatio(settings: z.output<z.ZodObject<typeof tracingFields>>): number | null {
  const collector = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT
  if (collector === undefined || settings.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  if (settings.OTEL_TRACES_SAMPLER.endsWith('always_off')) return 0
  return settings.OTEL_TRACES_SAMPLER.endsWith('traceidratio') ? settings.OTEL_TRACES_SAMPLER_ARG : 1
}

/**
 * PUBLIC_URL without a slash at its end; where it is not set, the gateway's own address, with the name `localhost` for
 * the loopback addresses that it stands for.
 */
export function publicUrl({
  PUBLIC_URL,
  HOST,
  PORT,
}: {
  PUBLIC_URL?: string | undefined
  HOST: string
  PORT: number
}): string {
  const host = HOST === '127.0.0.1' || HOST === '::1' ? 'localhost' : HOST
  return (PUBLIC_URL ?? urlOfServer(host, PORT)).replace(/\/+$/, '')
}

export function urlOfServer(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
