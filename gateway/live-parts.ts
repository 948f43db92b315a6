import { checkPageSettings } from '@called-it/infra/config/derived-settings'
import type { Env } from '@called-it/infra/config/effective-settings'
import type { LiveSettings } from '@called-it/infra/config/live-settings'
import { liveView } from '@called-it/infra/config/live-view'
import { loadBandProfile } from '@called-it/infra/config/load-band-profile'
import { PRODUCT } from '@called-it/shared/contract/site'
import { issuerButtons } from './auth/issuers.ts'
import { readGatewaySettings } from './config.ts'
import { readOpenFileLimit, withinOpenFiles } from './overload/open-file-limit.ts'
import type { GatewayParts } from './parts.ts'

type Current = Awaited<ReturnType<typeof readCurrent>>

/**
 * What may change while the gateway runs.
 *
 * @throws SettingsError
 */
export async function readCurrent(env: Env) {
  const { config, bandProfile, warnings } = readGatewaySettings(env)
  const { schedule: _, logo, accent, legal, ...texts } = await loadBandProfile(bandProfile)
  const clients = withinOpenFiles(config.limits.clients, readOpenFileLimit())
  return {
    config: { ...config, limits: { ...config.limits, clients } },
    site: { product: PRODUCT, isDemo: config.demo, issuers: issuerButtons(config), ...texts },
    legal: { ...legal, contact: legal.contact ?? config.securityContact },
    look: { logo, accent },
    warnings,
  }
}

/** The parts whose fields are always the current ones. */
export function openLiveParts(
  live: LiveSettings<Current>,
  env: Env,
): Pick<GatewayParts, 'config' | 'settings' | 'site' | 'legal' | 'look'> {
  return {
    config: liveView(() => live.current().config),
    settings: {
      env,
      startedWith: live.startedWith,
      async check(changed) {
        checkPageSettings(changed)
        await readCurrent(changed)
      },
      onChange: live.onChange,
      refresh: live.refresh,
    },
    site: liveView(() => live.current().site),
    legal: liveView(() => live.current().legal),
    look: liveView(() => live.current().look),
  }
}
