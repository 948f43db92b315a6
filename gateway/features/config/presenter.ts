import type { VersionedSettings } from '@called-it/infra/postgres/queries/work/settings'
import type { Config } from '@called-it/shared/contract/site'

export function presentConfig({ testModeEnabled, siteOverlayEnabled, version }: VersionedSettings): Config {
  return { testModeEnabled, siteOverlayEnabled, version }
}
