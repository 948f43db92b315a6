import {
  mailSender,
  outboundAllow,
  publicUrl,
  tracedRatio,
  tracingFields,
} from '@called-it/infra/config/derived-settings'
import { isGiven } from '@called-it/infra/config/effective-settings'
import { parseSettings, pickSettings, requireSettings } from '@called-it/infra/config/settings'
import type { MailerOptions } from '@called-it/infra/mail/mailer'
import { type SettingsKeys, toSettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { locateSource, type SetlistSourceSetting } from '@called-it/infra/setlist-sources/catalogue'
import type { BackupParts } from './backups/backup-work.ts'
import type { LiveSetlist } from './live/source-poller.ts'

const HOUR_IN_MS = 3_600_000

export type WorkersSettings = {
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly dataDir: string
  readonly settingsKeys: SettingsKeys
  readonly mail: MailerOptions
  readonly places: { readonly mail: number; readonly push: number }
  readonly publicUrl: string
  readonly bandProfile: string
  readonly source: SetlistSourceSetting
  /** Null: the catalogue is not imported on a schedule. */
  readonly importEveryMs: number | null
  readonly liveSetlist: LiveSetlist
  readonly autoFinal: boolean
  readonly backups: BackupParts['settings']['backups']
  /** Private hosts that webhooks and pushes may have; none in production. */
  readonly outboundAllow: readonly string[]
  readonly metrics: { readonly host: string; readonly port: number } | null
  /** Null: tracing is off. */
  readonly tracedRatio: number | null
  readonly logLevel: string
}

export function readWorkersSettings(env: Readonly<Record<string, string | undefined>>): WorkersSettings {
  const settings = parseSettings(
    {
      ...pickSettings(
        'PORT',
        'HOST',
        'PUBLIC_URL',
        'DATA_DIR',
        'SMTP_URL',
        'MAIL_FROM',
        'MAIL_REPLY_TO',
        'MAILS_IN_FLIGHT',
        'PUSHES_IN_FLIGHT',
        'BAND_PROFILE',
        'SETLIST_SOURCE',
        'SETLIST_SOURCE_URL',
        'IMPORT_EVERY',
        'DEMO',
        'LIVE_SETLIST',
        'AUTO_FINAL',
        'BACKUP_EVERY',
        'BACKUP_KEEP',
        'OUTBOUND_ALLOW',
        'NODE_ENV',
        'METRICS_PORT',
        'LOG_LEVEL',
        'SETTINGS_KEY_PREVIOUS',
      ),
      ...requireSettings('DATABASE_URL', 'REDIS_URL', 'SETTINGS_KEY'),
      ...tracingFields,
    },
    env,
  )
  // Before the operator has chosen a source, the shows of an invented band would be the first ones.
  const isChosen = isGiven(env, 'SETLIST_SOURCE') || settings.DEMO || settings.NODE_ENV !== 'production'
  return {
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    dataDir: settings.DATA_DIR,
    settingsKeys: toSettingsKeys(settings),
    mail: { smtpUrl: settings.SMTP_URL ?? null, dataDir: settings.DATA_DIR, ...mailSender(settings) },
    places: { mail: settings.MAILS_IN_FLIGHT, push: settings.PUSHES_IN_FLIGHT },
    publicUrl: publicUrl(settings),
    bandProfile: settings.BAND_PROFILE,
    source: locateSource(settings),
    importEveryMs: settings.IMPORT_EVERY === 0 || !isChosen ? null : settings.IMPORT_EVERY * HOUR_IN_MS,
    liveSetlist: settings.LIVE_SETLIST,
    autoFinal: settings.AUTO_FINAL,
    backups: { everyHours: settings.BACKUP_EVERY, keep: settings.BACKUP_KEEP },
    outboundAllow: outboundAllow(settings),
    metrics:
      settings.METRICS_PORT === undefined ? null : { host: settings.HOST, port: settings.METRICS_PORT },
    tracedRatio: tracedRatio(settings),
    logLevel: settings.LOG_LEVEL,
  }
}
