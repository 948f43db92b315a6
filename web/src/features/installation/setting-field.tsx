import {
  RESTART_SETTINGS,
  SECRET_SETTINGS,
  type SettingName,
} from '@called-it/shared/contract/installation-settings'
import { useRef } from 'react'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field, type FieldWiring } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useSettingDraft } from './setting-draft.ts'

type SettingChoice = { value: string; label: string }

type SettingFieldProps = {
  name: SettingName
  label: string
  hint?: string | undefined
  /** Chooses the keyboard of phones. */
  type?: 'text' | 'decimal' | 'url'
  /** Makes it a list to choose from, with the default first. */
  choices?: readonly SettingChoice[]
}

/** A setting inside a `SettingForm`. An empty text takes the default. */
export function SettingField({ name, label, hint, type = 'text', choices }: SettingFieldProps) {
  const { setting, issue } = useSettingDraft(name)
  const text = useText(name)
  const { origin, default_value, is_unreadable, waits_for_restart } = setting
  const isFixed = origin === 'environment'
  const hints = [
    hint,
    isFixed && t('setting.fixed', { name }),
    is_unreadable && t('setting.unreadable'),
    !(isFixed || choices) && default_value !== null && t('setting.default', { value: default_value }),
    waits_for_restart ? t('setting.waits') : RESTART_SETTINGS.includes(name) && t('setting.restarts'),
  ]
  return (
    <Field label={label} error={issue} hint={hints.filter(Boolean).join(' ')}>
      {(wiring) =>
        SECRET_SETTINGS.includes(name) ? (
          <SecretInput name={name} label={label} wiring={wiring} />
        ) : choices ? (
          <ChoiceInput name={name} choices={choices} wiring={wiring} />
        ) : (
          <TextInput {...wiring} {...text} {...NO_HELP} inputMode={type} />
        )
      }
    </Field>
  )
}

/** What is entered is neither remembered nor corrected. */
const NO_HELP = { autoComplete: 'off', spellCheck: false } as const

type InputProps = { name: SettingName; wiring: FieldWiring }

/** What is entered and equals what is stored is no change. */
function useText(name: SettingName) {
  const { setting, draft, change } = useSettingDraft(name)
  const value = draft === undefined ? setting.value : draft
  return {
    value: value ?? '',
    disabled: setting.origin === 'environment',
    onChange({ target }: { target: { value: string } }) {
      const entered = target.value === '' ? null : target.value
      change(entered === setting.value ? undefined : entered)
    },
  }
}

function ChoiceInput({ name, choices, wiring }: InputProps & { choices: readonly SettingChoice[] }) {
  const text = useText(name)
  const { default_value } = useSettingDraft(name).setting
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value
  // The environment may say `true` for `on`.
  const isListed = text.value === '' || choices.some(({ value }) => value === text.value)
  return (
    <Select {...wiring} {...text}>
      <option value="">
        {default_value === null
          ? t('setting.automatic')
          : t('setting.default', { value: labelOf(default_value) })}
      </option>
      {!isListed && <option>{text.value}</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

/** Never shows what is stored. */
function SecretInput({ name, label, wiring }: InputProps & { label: string }) {
  const { setting, draft, change } = useSettingDraft(name)
  const input = useRef<HTMLInputElement>(null)
  const isStored = setting.origin === 'stored'
  const isRemoved = isStored && draft === null
  const isShut = isStored && draft === undefined && !setting.is_unreadable
  const press = (next: typeof draft) => () => {
    change(next)
    // The button goes.
    input.current?.focus()
  }
  return (
    <>
      <TextInput
        {...wiring}
        ref={input}
        value={isShut ? t('setting.stored') : isRemoved ? t('setting.removed') : (draft ?? '')}
        disabled={setting.origin === 'environment'}
        readOnly={isShut || isRemoved}
        {...NO_HELP}
        onChange={({ target }) => change(target.value === '' && !isStored ? undefined : target.value)}
      />
      {isStored && (
        <div className="buttons">
          {isShut && (
            <Button aria-label={t('setting.replace-of', { label })} onClick={press('')}>
              {t('setting.replace')}
            </Button>
          )}
          {draft === undefined ? (
            <Button aria-label={t('setting.remove-of', { label })} onClick={press(null)}>
              {t('setting.remove')}
            </Button>
          ) : (
            <Button aria-label={t('setting.keep-of', { label })} onClick={press(undefined)}>
              {t('setting.keep')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
