import { effectiveEnv, openStoredSettings } from '@called-it/infra/config/effective-settings'
import { readBandProfile } from '@called-it/infra/config/load-band-profile'
import { parseSettings, pickSettings } from '@called-it/infra/config/settings'
import { readStoredSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { LANGUAGES, textsIn } from '@called-it/languages/texts'
import { type BandProposals, BAND_IN_PROPOSALS as band } from '@called-it/shared/contract/band-profile'
import type { Language } from '@called-it/shared/languages/formats'
import type { Handlers } from '../../../http/handler.ts'
import type { GatewayParts } from '../../../parts.ts'

export function bandRoutes({
  postgres,
  config,
  settings,
}: Pick<GatewayParts, 'postgres' | 'config' | 'settings'>): Pick<Handlers, 'getBandProfile'> {
  return {
    async getBandProfile() {
      const { stored } = await readStoredSettings(postgres.db)
      const env = effectiveEnv(settings.env, openStoredSettings(stored, config.settingsKeys))
      const { BAND_PROFILE } = parseSettings(pickSettings('BAND_PROFILE'), env)
      return {
        profile: await readBandProfile(BAND_PROFILE),
        proposals: Object.fromEntries(LANGUAGES.map((language) => [language, proposeTexts(language)])),
      }
    },
  }
}

function proposeTexts(language: Language): BandProposals[Language] {
  const t = textsIn(language)
  return {
    welcomeTitle: t('band.propose-title'),
    welcomeText: t('band.propose-text', { band }),
    upcomingTitle: t('band.propose-next'),
    overlayHeadline: t('band.propose-overlay', { band }),
    kickstartLabel: t('band.propose-start'),
    kickstartMessage: t('band.propose-added'),
    footer: [t('band.propose-footer', { band })],
  }
}
