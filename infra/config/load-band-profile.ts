import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { checkMark } from '@called-it/shared/contract/band-logo'
import { type BandProfile, bandProfile } from '@called-it/shared/contract/band-profile'
import { said } from '@called-it/shared/languages/said'
import { SettingsError } from './settings.ts'

const SETTING = 'BAND_PROFILE'

/**
 * With the logo as SVG; null where the profile has none.
 *
 * @param setting the profile as JSON, the name of one in `bands`, or the path of a JSON file with the path of its logo:
 *   whatever holds a slash or ends in `.json` is a path
 * @param folder that a relative path starts from
 * @throws SettingsError naming each field that is wrong, and why
 */
export async function readBandProfile(setting: string, folder = process.cwd()): Promise<BandProfile> {
  const profile = setting.startsWith('{') ? parse(setting) : await readFromFile(setting, folder)
  const parsed = bandProfile.safeParse(profile)
  if (parsed.success) return parsed.data
  throw new SettingsError(
    parsed.error.issues.map(({ path: field, message }) => ({
      name: [SETTING, ...field].join('.'),
      reason: message,
    })),
  )
}

/** With the logo to show. */
export type LoadedBandProfile = BandProfile & { readonly logo: string }

/** As {@link readBandProfile}. */
export async function loadBandProfile(setting: string, folder?: string): Promise<LoadedBandProfile> {
  const profile = await readBandProfile(setting, folder)
  return { ...profile, logo: profile.logo ?? checkMark(profile.accent) }
}

async function readFromFile(nameOrPath: string, folder: string): Promise<unknown> {
  const isPath = /[\\/]|\.json$/i.test(nameOrPath)
  const file = isPath
    ? path.resolve(folder, nameOrPath)
    : path.join(import.meta.dirname, 'bands', `${nameOrPath}.json`)
  const text = await readFile(file, 'utf8').catch(() => {
    throw wrong(said(isPath ? 'band.unreadable' : 'band.unknown'))
  })
  const profile = parse(text)
  if (typeof profile !== 'object' || profile === null || !('logo' in profile)) return profile
  const { logo } = profile
  if (typeof logo !== 'string') return profile
  if (!/\.svg$/i.test(logo)) throw wrong('does not end in .svg', 'logo')
  return { ...profile, logo: await readLogo(path.resolve(path.dirname(file), logo)) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong(said('band.no-json'))
  }
}

async function readLogo(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => {
    throw wrong(said('band.unreadable'), 'logo')
  })
}

function wrong(reason: string, ...field: string[]): SettingsError {
  return new SettingsError([{ name: [SETTING, ...field].join('.'), reason }])
}
