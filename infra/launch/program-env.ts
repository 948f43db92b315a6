import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
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
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET:
      settings.sessionSecret ??
      (await explainingDataDir(dataDir, () => storedSecret(dataDir, 'session-secret'))),
    ...(settings.settingsKey === undefined && (await explainingDataDir(dataDir, () => storedKeys(dataDir)))),
    DEMO: settings.demo ? 'on' : 'off',
    LOG_LEVEL: settings.logLevel,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(dataDir, 'compile-cache'),
  }
}

/** Lets only this user read new files of this process and of the programs, which inherit it. */
export function closeNewFiles(): void {
  process.umask(0o077)
}

/** The key, and the one before it while the operator keeps it there. */
async function storedKeys(dataDir: string): Promise<Record<string, string>> {
  const file = path.join(dataDir, 'settings-key.previous')
  return {
    SETTINGS_KEY: await storedSecret(dataDir, 'settings-key'),
    ...(existsSync(file) && { SETTINGS_KEY_PREVIOUS: (await readFile(file, 'utf8')).trim() }),
  }
}

/** Generated once per data folder, so that a restart logs nobody out, and opens what was encrypted. */
export async function storedSecret(
  dataDir: string,
  name: 'session-secret' | 'settings-key',
): Promise<string> {
  const file = path.join(dataDir, name)
  const generated = randomBytes(32).toString('base64url')
  await writeFile(file, generated, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
