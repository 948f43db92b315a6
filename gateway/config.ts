import {
  demoEnabled,
  outboundAllow,
  publicUrl,
  searchEnginesAllowed,
  showsKeptMails,
  tracedRatio,
  tracingFields,
} from '@called-it/infra/config/derived-settings'
import { type Issuer, issuerFields, readIssuers } from '@called-it/infra/config/issuers'
import { parseSettings, pickSettings, requireSettings, SettingsError } from '@called-it/infra/config/settings'
import type { LeagueLimits } from '@called-it/infra/postgres/queries/leagues/league-members'
import { type SettingsKeys, toSettingsKeys } from '@called-it/infra/secrets/settings-keys'
import type { RegistrationMode } from '@called-it/shared/contract/site'
import { said } from '@called-it/shared/languages/said'
import { LIMITS, type Limits } from './overload/limits.ts'

export type GatewayConfig = {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** The public address of the site, without a slash at its end. */
  readonly publicUrl: string
  /** False until an operator has said under which address fans come. */
  readonly hasPublicUrl: boolean
  readonly sessionSecret: string
  readonly settingsKeys: SettingsKeys
  /** With the backups and the uploaded setlists; gateways and workers share it. */
  readonly dataDir: string
  readonly backups: {
    /** 0: none by themselves. */
    readonly everyHours: number
    readonly keep: number
    readonly maxUploadBytes: number
  }
  /** Express' `trust proxy`: a number of proxies, or their addresses. */
  readonly trustProxy: number | string[]
  /** Who may sign up; null: as an admin has chosen. */
  readonly registration: RegistrationMode | null
  /** Of OpenID Connect, for sign-in; three at most. */
  readonly issuers: readonly Issuer[]
  /** Whether the rights of admins and operators rest in sessions that have not used a passkey, after some days. */
  readonly requiresPasskeys: boolean
  /** A URI for reports of security problems; null without one. */
  readonly securityContact: string | null
  readonly rateLimitScale: number
  readonly leagues: LeagueLimits
  /** Sites that may show the board in a frame. */
  readonly embedOrigins: readonly string[]
  /** Private hosts that webhooks and pushes may have; none in production. */
  readonly outboundAllow: readonly string[]
  /** Null: new passwords are not looked up. */
  readonly breachCheckUrl: string | null
  readonly isProduction: boolean
  readonly hstsIncludesSubDomains: boolean
  /** Whether the mailbox page shows stored mails: not in production, where others may reach the site, or mails are sent. */
  readonly showsMailbox: boolean
  /** Whether the demo's accounts, whose passwords are public, may log in. */
  readonly demo: boolean
  /** Whether search engines may list the pages. */
  readonly searchEngines: boolean
  /** Caches public reads; response-cache/cached-responses.ts keeps them current. */
  readonly cachesResponses: boolean
  readonly limits: Limits
}

/** Above it, limits no longer stop guessing. */
const MAX_SENSIBLE_SCALE = 100

export type GatewaySettings = ReturnType<typeof readGatewaySettings>

/** @throws SettingsError naming every setting that is wrong, missing, or contradicts another */
export function readGatewaySettings(env: Readonly<Record<string, string | undefined>>) {
  const settings = parseSettings(
    {
      ...pickSettings(
        'PORT',
        'HOST',
        'PUBLIC_URL',
        'DATA_DIR',
        'BACKUP_EVERY',
        'BACKUP_KEEP',
        'BACKUP_UPLOAD_MB',
        'SMTP_URL',
        'BAND_PROFILE',
        'DEMO',
        'DEMO_ON_PUBLIC_URL',
        'SEARCH_ENGINES',
        'REGISTRATION',
        'ADMIN_SECOND_FACTOR',
        'SECURITY_CONTACT',
        'TRUST_PROXY',
        'RATE_LIMIT_SCALE',
        'LEAGUE_MEMBERS',
        'LEAGUES_PER_USER',
        'EMBED_ORIGINS',
        'OUTBOUND_ALLOW',
        'BREACH_CHECK_URL',
        'METRICS_PORT',
        'HSTS_INCLUDE_SUBDOMAINS',
        'NODE_ENV',
        'LOG_LEVEL',
        'SETTINGS_KEY_PREVIOUS',
      ),
      ...requireSettings('DATABASE_URL', 'REDIS_URL', 'SESSION_SECRET', 'SETTINGS_KEY'),
      ...tracingFields,
      ...issuerFields,
    },
    env,
  )
  const config: GatewayConfig = {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: publicUrl(settings),
    hasPublicUrl: settings.PUBLIC_URL !== undefined,
    sessionSecret: settings.SESSION_SECRET,
    settingsKeys: toSettingsKeys(settings),
    dataDir: settings.DATA_DIR,
    backups: {
      everyHours: settings.BACKUP_EVERY,
      keep: settings.BACKUP_KEEP,
      maxUploadBytes: settings.BACKUP_UPLOAD_MB * 1024 ** 2,
    },
    trustProxy: settings.TRUST_PROXY,
    registration: settings.REGISTRATION ?? null,
    issuers: readIssuers(settings),
    requiresPasskeys: settings.NODE_ENV === 'production' && settings.ADMIN_SECOND_FACTOR === 'passkey',
    securityContact: settings.SECURITY_CONTACT ?? null,
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    embedOrigins: settings.EMBED_ORIGINS,
    outboundAllow: outboundAllow(settings),
    leagues: { members: settings.LEAGUE_MEMBERS, leagues: settings.LEAGUES_PER_USER },
    breachCheckUrl: settings.BREACH_CHECK_URL ?? null,
    isProduction: settings.NODE_ENV === 'production',
    hstsIncludesSubDomains: settings.HSTS_INCLUDE_SUBDOMAINS,
    showsMailbox: showsKeptMails(settings),
    demo: demoEnabled(settings),
    searchEngines: searchEnginesAllowed(settings),
    cachesResponses: true,
    limits: LIMITS,
  }
  if (isBehindTls(config) && config.trustProxy === 0) {
    throw new SettingsError([{ name: 'TRUST_PROXY', reason: said('setting.no-proxy') }])
  }
  return {
    config,
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    bandProfile: settings.BAND_PROFILE,
    /** Undefined: no metrics server. */
    metricsPort: settings.METRICS_PORT,
    /** The share of requests that are traced, from 0 to 1; null without a collector. */
    tracedRatio: tracedRatio(settings),
    logLevel: settings.LOG_LEVEL,
    warnings:
      config.isProduction && config.rateLimitScale > MAX_SENSIBLE_SCALE
        ? [`RATE_LIMIT_SCALE is above ${MAX_SENSIBLE_SCALE}: the rate limits hardly slow anybody down`]
        : [],
  }
}

/** A proxy terminates TLS. */
export function isBehindTls({ publicUrl }: Pick<GatewayConfig, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:')
}
