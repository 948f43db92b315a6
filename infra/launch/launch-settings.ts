import path from 'node:path'
import {
  demoEnabled,
  publicUrl,
  requireDemoSource,
  showsKeptMails,
} from '@called-it/infra/config/derived-settings'
import { parseSettings, settingFields } from '@called-it/infra/config/settings'

export interface LaunchSettings {
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** Absolute. */
  readonly dataDir: string
  /** Undefined: one is generated and stored in the data folder. */
  readonly sessionSecret: string | undefined
  /** The same. */
  readonly settingsKey: string | undefined
  /** A name or a path, which may be relative to the repository. */
  readonly bandProfile: string
  readonly demo: boolean
  readonly showsMails: boolean
  readonly metricsPort: number | undefined
  readonly logLevel: string
}

/**
 * Checks all shared settings, since the programs get them from the launcher.
 *
 * @param repository the folder that a relative DATA_DIR starts from
 */
export function readLaunchSettings(env: NodeJS.ProcessEnv, repository: string): LaunchSettings {
  const settings = parseSettings(settingFields, env)
  const production = settings.NODE_ENV === 'production'
  requireDemoSource(settings)
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: publicUrl(settings),
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    dataDir: path.resolve(repository, settings.DATA_DIR),
    sessionSecret: settings.SESSION_SECRET,
    settingsKey: settings.SETTINGS_KEY,
    bandProfile: settings.BAND_PROFILE,
    demo: demoEnabled(settings),
    showsMails: showsKeptMails(settings),
    metricsPort: settings.METRICS_PORT,
    // A line for every request would scroll the address and the demo accounts out of the terminal.
    logLevel: env.LOG_LEVEL || production ? settings.LOG_LEVEL : 'warn',
  }
}
