import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BandProfile, bandProfile } from './band-profile.ts'

/**
 * @param nameOrPath the name of a profile in `bands`, or the path of a JSON file: whatever holds a slash
 *   or ends in `.json` is a path
 * @param folder that a relative path starts from
 * @throws Error with a line for each field that is wrong, and why
 */
export async function loadBandProfile(nameOrPath: string, folder = process.cwd()): Promise<BandProfile> {
  const parsed = bandProfile.safeParse(await readProfile(nameOrPath, folder))
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path: field, message }) =>
    field.length === 0 ? `it ${message}` : `${field.join('.')} ${message}`,
  )
  throw new Error(`The band profile ${nameOrPath} is not valid:\n${lines.join('\n')}`)
}

async function readProfile(nameOrPath: string, folder: string): Promise<unknown> {
  const isPath = /[\\/]|\.json$/i.test(nameOrPath)
  const file = isPath
    ? path.resolve(folder, nameOrPath)
    : new URL(`bands/${nameOrPath}.json`, import.meta.url)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = isPath
      ? 'cannot be read'
      : 'is neither one of infra/config/bands nor the path of a JSON file'
    throw new Error(`The band profile ${nameOrPath} ${reason}`, { cause: error })
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The band profile ${nameOrPath} is not JSON`, { cause: error })
  }
}
