import { readFile } from 'node:fs/promises'
import { type BandProfile, bandProfile } from './band-profile.ts'

/**
 * @param nameOrPath the name of a profile in `bands`, or the path of a JSON file: whatever holds a slash
 *   or ends in `.json` is a path
 * @throws Error with a line for each field that is wrong, and why
 */
export async function loadBandProfile(nameOrPath: string): Promise<BandProfile> {
  const parsed = bandProfile.safeParse(await readProfile(nameOrPath))
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? `it ${message}` : `${path.join('.')} ${message}`,
  )
  throw new Error(`The band profile ${nameOrPath} is not valid:\n${lines.join('\n')}`)
}

async function readProfile(nameOrPath: string): Promise<unknown> {
  const isPath = /[\\/]|\.json$/i.test(nameOrPath)
  const file = isPath ? nameOrPath : new URL(`bands/${nameOrPath}.json`, import.meta.url)
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
