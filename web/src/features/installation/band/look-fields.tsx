import {
  checkMark,
  contrastOnAccent,
  faultOfLogo,
  MAX_LOGO_CHARACTERS,
} from '@called-it/shared/contract/band-logo'
import { DEFAULT_ACCENT, isColour } from '@called-it/shared/contract/band-profile'
import { useFormContext } from 'react-hook-form'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './band.module.css'
import { BandField } from './band-field.tsx'
import type { BandFields } from './band-fields.ts'

/** For texts of usual size, by WCAG 2.2 AA. */
const MIN_CONTRAST = 4.5

export function AccentField() {
  const { watch, setValue, clearErrors } = useFormContext<BandFields>()
  const accent = watch('accent')
  const colour = isColour(accent) ? accent : DEFAULT_ACCENT
  const contrast = contrastOnAccent(colour)
  const ratio = formatNumber(contrast, { maximumFractionDigits: 1 })
  const choose = (chosen: string) => {
    setValue('accent', chosen, { shouldDirty: true })
    clearErrors('accent')
  }
  return (
    <div className={styles.accent}>
      <input
        type="color"
        aria-label={t('band.colour')}
        className={styles.colour}
        value={colour.toLowerCase()}
        onChange={({ target }) => choose(target.value)}
      />
      <BandField
        name="accent"
        label={t('band.accent')}
        hint={t(contrast < MIN_CONTRAST ? 'band.low-contrast' : 'band.contrast', { ratio })}
      />
    </div>
  )
}

export function LogoField() {
  const { watch, setValue, setError, clearErrors, formState } = useFormContext<BandFields>()
  const [logo, accent] = watch(['logo', 'accent'])
  const set = (svg: string) => {
    setValue('logo', svg, { shouldDirty: true })
    clearErrors('logo')
  }
  async function take(file: File) {
    // No character has more than four bytes: what is cut off here is too long in any case.
    const svg = await file.slice(0, 4 * (MAX_LOGO_CHARACTERS + 1)).text()
    const fault = faultOfLogo(svg)
    if (fault) setError('logo', { message: fault })
    else set(svg)
  }
  return (
    <Field label={t('band.logo')} hint={t('band.logo-hint')} error={formState.errors.logo?.message}>
      {(wiring) => (
        <div className="row-3 wraps">
          <BandIcon logo={logo} accent={accent} />
          <TextInput
            {...wiring}
            type="file"
            accept=".svg,image/svg+xml"
            className={styles.file}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void take(file)
              // Otherwise choosing the same file again would fire no change event.
              target.value = ''
            }}
          />
          {logo !== '' && <Button onClick={() => set('')}>{t('band.remove-logo')}</Button>}
        </div>
      )}
    </Field>
  )
}

/** As the app's icon; an image runs no scripts. Without a logo it is the check mark. */
export function BandIcon({ logo, accent }: { logo: string; accent: string }) {
  const colour = isColour(accent) ? accent : DEFAULT_ACCENT
  return (
    <span aria-hidden className={styles.icon} style={{ background: colour }}>
      <img alt="" src={`data:image/svg+xml,${encodeURIComponent(logo || checkMark(colour))}`} />
    </span>
  )
}
