import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { ENGLISH, t } from '../../../lib/words/texts.ts'
import { ZoneList } from '../../../ui/zone-list.tsx'
import styles from './band.module.css'
import { BandField } from './band-field.tsx'
import type { BandFields, StandIns } from './band-fields.ts'

/** The band's name is the only one that has to be typed. */
export function NameFields({ standIns }: { standIns: StandIns }) {
  const zonesId = useId()
  return (
    <>
      <BandField name="band.name" label={t('band.full-name')} />
      <div className={styles.pair}>
        <BandField
          name="band.shortName"
          label={t('band.short-name')}
          hint={t('band.short-hint')}
          standIn={standIns.band.shortName}
        />
        <BandField
          name="songwriter.name"
          label={t('band.songwriter')}
          hint={t('band.writer-hint')}
          standIn={standIns.songwriter.name}
        />
        <BandField
          name="dataSite.name"
          label={t('band.site')}
          hint={t('band.site-hint')}
          standIn={standIns.dataSite.name}
        />
        <BandField name="dataSite.url" label={t('band.site-url')} hint={t('band.optional')} type="url" />
        <BandField
          name="schedule.startsLocal"
          label={t('band.starts')}
          hint={t('band.starts-hint')}
          type="time"
        />
        <BandField
          name="schedule.graceMinutes"
          label={t('band.grace')}
          hint={t('band.grace-hint')}
          inputMode="numeric"
        />
      </div>
      <BandField name="schedule.zone" label={t('band.zone')} hint={t('band.zone-hint')} list={zonesId} />
      <ZoneList id={zonesId} />
    </>
  )
}

/** Whose pages show something else without them. */
export function MoreFields({ slug, language }: { slug: string; language: string }) {
  const { watch } = useFormContext<BandFields>()
  const path = language === ENGLISH ? 'legal' : (`legal.translations.${language}` as const)
  const english = watch('legal')
  return (
    <div className="stack-4">
      <BandField name="songwriter.slug" label={t('band.slug')} hint={t('band.slug-hint')} standIn={slug} />
      <BandField name="nicknames" label={t('band.nicknames')} hint={t('band.nicknames-hint')} rows={4} />
      <BandField name="legal.contact" label={t('band.contact')} hint={t('band.contact-hint')} />
      {(['privacy', 'terms'] as const).map((page) => (
        <BandField
          key={page}
          name={`${path}.${page}`}
          label={t(LEGAL_LABELS[page])}
          hint={t('band.legal-hint')}
          standIn={language === ENGLISH ? undefined : english[page]}
          rows={6}
        />
      ))}
    </div>
  )
}

const LEGAL_LABELS = { privacy: 'band.privacy', terms: 'band.terms' } as const
