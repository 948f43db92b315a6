import type { RegistrationMode } from '@called-it/shared/contract/site'
import { t } from '../../lib/words/texts.ts'
import { Field } from '../field.tsx'
import { Select } from '../select.tsx'

const MODES = [
  { mode: 'open', label: 'invite.open' },
  { mode: 'invited', label: 'invite.invited' },
  { mode: 'closed', label: 'invite.closed' },
] as const

type RegistrationSettingProps = {
  mode: RegistrationMode
  /** By the environment. */
  isFixed: boolean
  /** Ignores choices, but keeps the focus. */
  busy: boolean
  onChange: (mode: RegistrationMode) => void
}

/** Who may sign up. */
export function RegistrationSetting({ mode, isFixed, busy, onChange }: RegistrationSettingProps) {
  const choose = (value: string) => {
    const chosen = MODES.find((choice) => choice.mode === value)
    if (chosen && !busy) onChange(chosen.mode)
  }
  const invitedHint = mode === 'invited' && t('invite.invited-hint')
  return (
    <Field label={t('invite.who')} hint={isFixed ? t('invite.fixed') : invitedHint}>
      {(wiring) => (
        <Select
          {...wiring}
          value={mode}
          disabled={isFixed}
          aria-busy={busy || undefined}
          onChange={({ target }) => choose(target.value)}
        >
          {MODES.map((choice) => (
            <option key={choice.mode} value={choice.mode}>
              {t(choice.label)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
