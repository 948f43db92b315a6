import { sayIssue } from '@called-it/shared/languages/said'
import { type ReactNode, useId } from 'react'
import { t } from '../lib/words/texts.ts'
import styles from './field.module.css'

export type FieldWiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: string
  /** Read out when it appears. */
  error?: string | undefined
  hint?: ReactNode
  /** As in `{(wiring) => <TextInput {...wiring} {...register('email')} />}` */
  children: (wiring: FieldWiring) => ReactNode
}

export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="soft small">
          {hint}
        </p>
      )}
      <p id={errorId} className={styles.error} aria-live="polite">
        {error && sayIssue(t, error)}
      </p>
    </div>
  )
}
