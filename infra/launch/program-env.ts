import type { LaunchSettings } from './launch-settings.ts'
import type { ServiceUrls } from './services.ts'

export type ProgramEnv = NodeJS.ProcessEnv & { readonly PORT: string; readonly DATABASE_URL: string }

/** The environment of the programs: our own, with every setting that the launcher decided. */
export function programEnv(
  settings: LaunchSettings,
  services: ServiceUrls,
  sessionSecret: string,
): ProgramEnv {
  return {
    ...process.env,
    PORT: String(settings.port),
    HOST: settings.host,
    PUBLIC_URL: settings.publicUrl,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    DATA_DIR: settings.dataDir,
    SESSION_SECRET: sessionSecret,
    DEMO: settings.demo ? 'on' : 'off',
    LOG_LEVEL: settings.logLevel,
  }
}
