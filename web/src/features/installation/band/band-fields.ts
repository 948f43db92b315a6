import {
  BAND_IN_PROPOSALS,
  type BandInEffect,
  type BandProposals,
} from '@called-it/shared/contract/band-profile'
import type { Site } from '@called-it/shared/contract/site'
import type { Language } from '@called-it/shared/languages/formats'
import { type FieldPath, get } from 'react-hook-form'
import { ENGLISH, t } from '../../../lib/words/texts.ts'
import {
  type LegalFields,
  linesOf,
  readLegal,
  readNicknames,
  writeLegal,
  writeNicknames,
} from './band-lines.ts'

/** The footer has a line for each of its lines. */
export type TextFields = Record<keyof Site['texts'], string>

/** What is typed, under the names of the profile. What is empty takes its {@link StandIns}. */
export type BandFields = {
  band: { name: string; shortName: string }
  songwriter: { name: string; slug: string }
  dataSite: { name: string; url: string }
  schedule: { startsLocal: string; graceMinutes: string; zone: string }
  accent: string
  /** SVG. */
  logo: string
  nicknames: string
  texts: TextFields
  translations: Record<Language, TextFields>
  legal: LegalFields & { contact: string; translations: Record<Language, LegalFields> }
}
export type BandFieldName = FieldPath<BandFields>

export type StandIns = Pick<BandFields, 'band' | 'songwriter' | 'texts' | 'translations'> & {
  dataSite: { name: string }
}

/** An operator begins without those of the invented band. */
const NO_NAMES = {
  band: { name: '', shortName: '' },
  songwriter: { name: '', slug: '' },
  dataSite: { name: '', url: null },
  nicknames: {},
  texts: undefined,
  translations: undefined,
}

export function fieldsOf(profile: BandInEffect, languages: readonly Language[], isNew: boolean): BandFields {
  const { schedule, accent, logo, legal } = profile
  const { texts, translations, nicknames, ...names } = isNew ? NO_NAMES : profile
  const others = [...languages, ...Object.keys(translations ?? {})].filter((other) => other !== ENGLISH)
  return {
    band: names.band,
    songwriter: names.songwriter,
    dataSite: { ...names.dataSite, url: names.dataSite.url ?? '' },
    schedule: { ...schedule, graceMinutes: String(schedule.graceMinutes), zone: schedule.zone ?? '' },
    accent,
    logo: logo ?? '',
    nicknames: writeNicknames(nicknames),
    texts: textFieldsOf(texts),
    translations: byLanguage(others, (language) => textFieldsOf(translations?.[language])),
    legal: {
      ...writeLegal(legal),
      contact: legal.contact ?? '',
      translations: byLanguage(others, (language) => writeLegal(legal.translations?.[language])),
    },
  }
}

/** What stands for empty fields. Of a translation that is the proposal only as long as it is in English too. */
export function standInsOf(fields: BandFields, proposals: BandProposals): StandIns {
  const name = fields.band.name.trim() || t('band.your-band')
  const songwriter = fields.songwriter.name.trim() || name
  const proposed = (language: Language) => {
    const texts = textFieldsOf(proposals[language])
    return eachText((text) => texts[text].replaceAll(BAND_IN_PROPOSALS, name))
  }
  return {
    band: { name, shortName: name },
    songwriter: { name, slug: slugOf(songwriter) },
    dataSite: { name: `${fields.band.shortName.trim() || name} setlists` },
    texts: proposed(ENGLISH),
    translations: byLanguage(Object.keys(fields.translations), (language) => {
      const texts = proposed(language)
      return eachText((text) => fields.texts[text].trim() || texts[text])
    }),
  }
}

/** The texts as fans read them. */
export function textsIn(language: Language, fields: BandFields, standIns: StandIns): TextFields {
  const isEnglish = language === ENGLISH
  const typed = isEnglish ? fields.texts : fields.translations[language]
  const standing = isEnglish ? standIns.texts : standIns.translations[language]
  return eachText((name) => typed?.[name].trim() || standing?.[name] || '')
}

/** For the schema of band profiles. */
export function profileOf(fields: BandFields, standIns: StandIns): object {
  const { band, songwriter, dataSite, schedule, legal } = fields
  const english = textsIn(ENGLISH, fields, standIns)
  const languages = Object.keys(fields.translations)
  return {
    band: { name: band.name, shortName: band.shortName.trim() || standIns.band.shortName },
    logo: fields.logo || null,
    accent: fields.accent,
    songwriter: {
      name: songwriter.name.trim() || standIns.songwriter.name,
      slug: songwriter.slug.trim() || standIns.songwriter.slug,
    },
    dataSite: { name: dataSite.name.trim() || standIns.dataSite.name, url: dataSite.url.trim() || null },
    schedule: {
      ...schedule,
      graceMinutes: Number(schedule.graceMinutes),
      zone: schedule.zone.trim() || null,
    },
    nicknames: readNicknames(fields.nicknames),
    texts: { ...english, footer: linesOf(english.footer) },
    translations: byLanguage(languages, (language) => {
      const { footer, ...texts } = textsIn(language, fields, standIns)
      const own = Object.entries(texts).filter(([name, text]) => text !== get(english, name))
      return { ...Object.fromEntries(own), ...(footer !== english.footer && { footer: linesOf(footer) }) }
    }),
    legal: {
      ...readLegal(legal),
      contact: legal.contact.trim() || null,
      translations: byLanguage(languages, (language) => readLegal(legal.translations[language])),
    },
  }
}

/** The field that a path of the profile, as in `texts.footer.0`, leads to or through; null where there is none. */
export function fieldAt(fields: BandFields, path: string): BandFieldName | null {
  const isField = (name: string): name is BandFieldName => typeof get(fields, name) === 'string'
  const names = path.split('.')
  return names.map((_, index) => names.slice(0, index + 1).join('.')).find(isField) ?? null
}

function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'songwriter'
}

function byLanguage<Value>(
  languages: readonly Language[],
  of: (language: Language) => Value,
): Record<Language, Value> {
  return Object.fromEntries(languages.map((language) => [language, of(language)]))
}

const eachText = (textOf: (name: keyof TextFields) => string): TextFields => ({
  welcomeTitle: textOf('welcomeTitle'),
  welcomeText: textOf('welcomeText'),
  upcomingTitle: textOf('upcomingTitle'),
  overlayHeadline: textOf('overlayHeadline'),
  kickstartLabel: textOf('kickstartLabel'),
  kickstartMessage: textOf('kickstartMessage'),
  footer: textOf('footer'),
})

type SomeTexts = { readonly [Name in keyof Site['texts']]?: Site['texts'][Name] | undefined }

function textFieldsOf(texts: SomeTexts = {}): TextFields {
  return eachText((name) => [texts[name] ?? ''].flat().join('\n'))
}
