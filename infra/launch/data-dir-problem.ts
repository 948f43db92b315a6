import { SettingsError } from '@called-it/infra/config/settings'

const ANOTHER = 'set DATA_DIR to another folder'
const FULL = `lies on a full disk: free some space, or ${ANOTHER}`
const READ_ONLY = `lies on a read-only file system: ${ANOTHER}`
const NOT_ALLOWED = `may not be read and written by this user: ${ANOTHER}`
const NO_FOLDER = `is no folder: ${ANOTHER}`

const REASONS: Record<string, string> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: READ_ONLY,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  ENOENT: `cannot be created there: ${ANOTHER}`,
}

/** In the output of initdb, Postgres and Redis, and in errors of writing, which have no path. */
const PRINTED: readonly (readonly [RegExp, string])[] = [
  [/no space left on device|disk quota exceeded/i, FULL],
  [/read-only file system/i, READ_ONLY],
]

/** @throws SettingsError in place of an error that means that nothing can be kept in this folder */
export async function explainingDataDir<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error, dataDir)
    if (reason === undefined) throw error
    throw new SettingsError([{ name: 'DATA_DIR', reason }])
  }
}

function reasonOf(error: unknown, dataDir: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const path = 'path' in error ? String(error.path) : ''
  const isOnTheWay = path !== '' && (path.startsWith(dataDir) || dataDir.startsWith(`${path}/`))
  if (isOnTheWay && 'code' in error) return REASONS[String(error.code)]
  return PRINTED.find(([pattern]) => pattern.test(error.message))?.[1]
}
