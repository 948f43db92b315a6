import { SettingsError } from '@called-it/infra/config/settings'
import type { SettingName } from '@called-it/shared/contract/installation-settings'
import { sourceOfUpload } from '@called-it/shared/contract/installation-source'
import { uploadName } from '@called-it/shared/contract/runs'
import { said } from '@called-it/shared/languages/said'

/**
 * What names a file comes from who owns the machine. An admin who could name one would read it by the errors.
 *
 * @throws SettingsError
 */
export function refuseFiles(changes: ReadonlyMap<SettingName, string | null>): void {
  const source = changes.get('SETLIST_SOURCE') ?? ''
  if (source.startsWith('file:') && uploadOf(source) === null) {
    throw new SettingsError([{ name: 'SETLIST_SOURCE', reason: said('setting.env-file') }])
  }
  const profile = changes.get('BAND_PROFILE') ?? ''
  if (/[\\/]|\.json$/i.test(profile) && !profile.startsWith('{')) {
    throw new SettingsError([{ name: 'BAND_PROFILE', reason: said('setting.env-file') }])
  }
}

/** Null where it names no uploaded files. */
export function uploadOf(source: string): string | null {
  const { data } = uploadName.safeParse(source.slice(sourceOfUpload('').length))
  return data !== undefined && source === sourceOfUpload(data) ? data : null
}
