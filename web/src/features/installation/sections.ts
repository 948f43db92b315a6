import type { SettingForm } from '@called-it/shared/contract/installation-settings'
import type { PlainId } from '@called-it/shared/languages/translate'

export type Section = SettingForm | 'sign-ups'

/** In the order of the page, where they are the ids of elements. */
export const SECTIONS: readonly Section[] = [
  'band',
  'source',
  'mail',
  'address',
  'sign-ups',
  'accounts',
  'issuers',
  'backups',
]

export const SECTION_LABELS = {
  band: 'setting.band',
  source: 'setting.source',
  mail: 'setting.mail',
  address: 'setting.address',
  'sign-ups': 'setting.sign-ups',
  accounts: 'setting.accounts',
  issuers: 'setting.issuers',
  backups: 'setting.backups',
} as const satisfies Record<Section, PlainId>
