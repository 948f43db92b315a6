import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BandProfile, bandProfile } from './band-profile.ts'

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

const MAX_LOGO_CHARACTERS = 100_000

/** @throws Error with the reason, without the logo's name */
async function readLogo(file: string): Promise<string> {
  const svg = await readFile(file, 'utf8').catch(() => {
    throw new Error('cannot be read')
  })
  if (svg.length > MAX_LOGO_CHARACTERS) throw new Error(`is longer than ${MAX_LOGO_CHARACTERS} characters`)
  if (!/<svg[\s>]/.test(svg)) throw new Error('is not an SVG')
  return svg
}

/** The product's own sign, in the ink that shows on the accent. */
export function checkMark(accent: string): string {
  const ink = isLight(accent) ? '#1c1300' : '#faf5ea'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="6 3.5 20 20"><path d="m8.5 13.5 5 5 10-11" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}

/** From this relative luminance on black has more contrast than white. */
const EVEN_LUMINANCE = 0.179

function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > EVEN_LUMINANCE
}
