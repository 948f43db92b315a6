import { english } from '@called-it/languages/texts'
import { contact } from '@called-it/shared/contract/band-profile'
import { registrationMode } from '@called-it/shared/contract/site'
import { said, sayIssue } from '@called-it/shared/languages/said'
import { z } from 'zod'
import { hasKnownParameters, SMTP_PARAMETERS } from '../mail/smtp-url.ts'
import { setlistSourceSetting } from '../setlist-sources/catalogue.ts'
import {
  between,
  buttonLabel,
  isGuessable,
  list,
  number,
  oneOf,
  onOrOff,
  origins,
  port,
  sender,
  settingsKey,
  trustProxy,
  upTo,
  urlOf,
} from './setting-values.ts'

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
  /** Signs the session cookies. Absent: generated and stored in DATA_DIR by the launcher. */
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

export type SettingFields = typeof settingFields
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
