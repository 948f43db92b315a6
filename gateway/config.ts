import {
  parseSettings,
  publicUrl,
  SettingsError,
  settingFields,
  showsKeptMails,
  tracedRatio,
  tracingFields,
} from '@called-it/infra/config/settings'
import { BOUNDS, type Bounds } from './bounds.ts'

/** The settings of the gateway, as its parts want them. */
export type GatewayConfig = {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Where fans reach the site, without a slash at its end. */
  readonly publicUrl: string
  readonly sessionSecret: string
  /** Which proxies are believed when they name a client's address and protocol, as Express takes it. */
  readonly trustProxy: number | string[]
  readonly rateLimitScale: number
  readonly isProduction: boolean
  /**
   * The data folder whose kept mails are shown as a page; null where nobody may see them: in production, where other
   * machines can reach the gateway, and where mails are sent.
   */
  readonly mailboxOf: string | null
  /** Serves public reads from memory; see hot-reads/cached-responses.ts for how they stay current. */
  readonly cachesResponses: boolean
  readonly bounds: Bounds
}

const {
  PORT,
  HOST,
  PUBLIC_URL,
  DATABASE_URL,
  REDIS_URL,
  SESSION_SECRET,
  DATA_DIR,
  SMTP_URL,
  BAND_PROFILE,
  TRUST_PROXY,
  RATE_LIMIT_SCALE,
  METRICS_PORT,
  NODE_ENV,
  LOG_LEVEL,
} = settingFields

/** What `main.ts` reads from the environment: the gateway's config, and what it opens its parts with. */
export type GatewaySettings = {
  readonly config: GatewayConfig
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly bandProfile: string
  /** Undefined: no metrics are served. */
  readonly metricsPort: number | undefined
  /** How much is traced; null: nothing, no collector is named. */
  readonly tracedRatio: number | null
  readonly logLevel: string
}

/**
 * Reads the gateway's settings from the environment. The launcher gives what an operator has left out.
 *
 * @throws SettingsError naming every setting that is wrong, missing, or at odds with another
 */
export function readGatewaySettings(env: Readonly<Record<string, string | undefined>>): GatewaySettings {
  const settings = parseSettings(
    {
      PORT,
      HOST,
      PUBLIC_URL,
      DATABASE_URL: DATABASE_URL.nonoptional('is missing'),
      REDIS_URL: REDIS_URL.nonoptional('is missing'),
      SESSION_SECRET: SESSION_SECRET.nonoptional('is missing'),
      DATA_DIR,
      SMTP_URL,
      BAND_PROFILE,
      TRUST_PROXY,
      RATE_LIMIT_SCALE,
      METRICS_PORT,
      NODE_ENV,
      LOG_LEVEL,
      ...tracingFields,
    },
    env,
  )
  const config: GatewayConfig = {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: publicUrl(settings),
    sessionSecret: settings.SESSION_SECRET,
    trustProxy: settings.TRUST_PROXY,
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    isProduction: settings.NODE_ENV === 'production',
    mailboxOf: showsKeptMails(settings) ? settings.DATA_DIR : null,
    cachesResponses: true,
    bounds: BOUNDS,
  }
  if (isBehindTls(config) && config.trustProxy === 0) {
    throw new SettingsError([
      {
        name: 'TRUST_PROXY',
        reason:
          'is 0 while PUBLIC_URL begins with https: the proxy that ends TLS must be named, or nobody can log in',
      },
    ])
  }
  return {
    config,
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    bandProfile: settings.BAND_PROFILE,
    metricsPort: settings.METRICS_PORT,
    tracedRatio: tracedRatio(settings),
    logLevel: settings.LOG_LEVEL,
  }
}

/** Whether fans reach the site over TLS, which a proxy ends for us. */
export function isBehindTls({ publicUrl }: Pick<GatewayConfig, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:')
}
