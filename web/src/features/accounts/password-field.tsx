import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

type PasswordFieldProps = {
  label: string
  hint?: ReactNode
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  registration: UseFormRegisterReturn
}

export function PasswordField({ label, hint, error, autoComplete, registration }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <TextInput type="password" autoComplete={autoComplete} {...wiring} {...registration} />}
    </Field>
  )
}
