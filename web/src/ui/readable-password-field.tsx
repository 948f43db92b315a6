import type { ComponentProps } from 'react'
import { t } from '../lib/words/texts.ts'
import { Field } from './field.tsx'
import styles from './readable-password-field.module.css'
import { TextInput } from './text-input.tsx'

type ReadablePasswordFieldProps = ComponentProps<'input'> & {
  label: string
  error: string | undefined
  isShown: boolean
  /** For the field that has the button. */
  onToggle?: () => void
}

export function ReadablePasswordField({
  label,
  error,
  isShown,
  onToggle,
  ...input
}: ReadablePasswordFieldProps) {
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <span className={styles.field}>
          <TextInput
            {...wiring}
            {...input}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={onToggle && styles.toggled}
          />
          {onToggle && (
            <button
              type="button"
              aria-label={t(isShown ? 'account.pw-hide' : 'account.pw-show')}
              className={styles.toggle}
              onClick={onToggle}
            >
              {t(isShown ? 'account.hide' : 'account.show')}
            </button>
          )}
        </span>
      )}
    </Field>
  )
}
