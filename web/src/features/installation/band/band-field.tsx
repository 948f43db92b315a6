import { type FieldError, get, useFormContext } from 'react-hook-form'
import { t } from '../../../lib/words/texts.ts'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { BandFieldName, BandFields } from './band-fields.ts'

type BandFieldProps = {
  name: BandFieldName
  label: string
  hint?: string | undefined
  /** What counts while the field is empty. */
  standIn?: string | undefined
  type?: 'text' | 'time' | 'url'
  inputMode?: 'numeric'
  /** The id of a list of choices. */
  list?: string
  /** Makes it a text of several lines. */
  rows?: number
}

export function BandField({ name, label, hint, standIn, rows, ...input }: BandFieldProps) {
  const { register, clearErrors, formState } = useFormContext<BandFields>()
  const error: FieldError | undefined = get(formState.errors, name)
  const wired = {
    ...register(name, { onChange: () => clearErrors(name) }),
    placeholder: standIn,
    autoComplete: 'off',
  }
  return (
    <Field label={label} hint={hint} error={error?.message}>
      {(wiring) =>
        rows ? (
          <TextArea {...wiring} {...wired} rows={rows} />
        ) : (
          <TextInput {...wiring} {...wired} {...input} />
        )
      }
    </Field>
  )
}

const TEXTS = [
  { name: 'welcomeTitle', label: 'band.welcome-title' },
  { name: 'welcomeText', label: 'band.welcome-text' },
  { name: 'upcomingTitle', label: 'band.upcoming' },
  { name: 'overlayHeadline', label: 'band.overlay' },
  { name: 'kickstartLabel', label: 'band.kick-label' },
  { name: 'kickstartMessage', label: 'band.kick-message' },
] as const

type LanguageTextsProps = {
  /** Of the fields in one language. */
  path: 'texts' | `translations.${string}`
  standIns: Partial<BandFields['texts']>
}

export function TextsFields({ path, standIns }: LanguageTextsProps) {
  return (
    <div className="stack-4">
      <p className="soft small">{t('band.grey')}</p>
      {TEXTS.map(({ name, label }) => (
        <BandField key={name} name={`${path}.${name}`} label={t(label)} standIn={standIns[name]} />
      ))}
      <BandField
        name={`${path}.footer`}
        label={t('band.footer')}
        hint={t('band.footer-hint')}
        standIn={standIns.footer}
        rows={3}
      />
    </div>
  )
}
