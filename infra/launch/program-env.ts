import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { explainingDataDir } from './data-dir-problem.ts'
import type { LaunchSettings } from './launch-settings.ts'
import type { ServiceUrls } from './services.ts'

/** Commands run without Redis too. */
export type ProgramUrls = Pick<ServiceUrls, 'databaseUrl'> & Partial<ServiceUrls>

export type ProgramEnv = NodeJS.ProcessEnv & { readonly PORT: string; readonly DATABASE_URL: string }

/** The environment of the programs: our own, with every setting that the launcher decided. */
export async function programEnv(settings: LaunchSettings, services: ProgramUrls): Promise<ProgramEnv> {
  const { dataDir } = settings
  return {
    ...process.env,
    PORT: String(settings.port),
    HOST: settings.host,
    PUBLIC_URL: settings.publicUrl,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET:
      settings.sessionSecret ?? (await explainingDataDir(dataDir, () => storedSessionSecret(dataDir))),
    DEMO: settings.demo ? 'on' : 'off',
    LOG_LEVEL: settings.logLevel,
  }
}

/** Lets only this user read new files of this process and of the programs, which inherit it. */
export function closeNewFiles(): void {
  process.umask(0o077)
}

/** Generated once per data folder, so that a restart logs nobody out. */
export async function storedSessionSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'session-secret')
  const generated = randomBytes(32).toString('base64url')
  await writeFile(file, generated, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
