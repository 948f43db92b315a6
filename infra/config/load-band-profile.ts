import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BandProfile, bandProfile } from './band-profile.ts'
import { checkMark, readLogo } from './logo.ts'

/** With the logo as SVG. */
export type LoadedBandProfile = Omit<BandProfile, 'logo'> & { readonly logo: string }

/**
 * @param nameOrPath the name of a profile in `bands`, or the path of a JSON file: whatever holds a slash
 *   or ends in `.json` is a path
 * @param folder that a relative path starts from
 * @throws Error with a line for each field that is wrong, and why
 */
export async function loadBandProfile(
  nameOrPath: string,
  folder = process.cwd(),
): Promise<LoadedBandProfile> {
  const isPath = /[\\/]|\.json$/i.test(nameOrPath)
  const file = isPath
    ? path.resolve(folder, nameOrPath)
    : path.join(import.meta.dirname, 'bands', `${nameOrPath}.json`)
  const parsed = bandProfile.safeParse(await readProfile(nameOrPath, { file, isPath }))
  if (!parsed.success) {
    throw invalid(
      nameOrPath,
      parsed.error.issues.map(({ path: field, message }) =>
        field.length === 0 ? `it ${message}` : `${field.join('.')} ${message}`,
      ),
    )
  }
  const { logo, ...profile } = parsed.data
  if (logo === null) return { ...profile, logo: checkMark(profile.accent) }
  try {
    return { ...profile, logo: await readLogo(path.resolve(path.dirname(file), logo)) }
  } catch (error) {
    throw invalid(nameOrPath, [`logo ${error instanceof Error ? error.message : error}`])
  }
}

function invalid(nameOrPath: string, lines: readonly string[]): Error {
  return new Error(`The band profile ${nameOrPath} is not valid:\n${lines.join('\n')}`)
}

async function readProfile(
  nameOrPath: string,
  { file, isPath }: { file: string; isPath: boolean },
): Promise<unknown> {
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
