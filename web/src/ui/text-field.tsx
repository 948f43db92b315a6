import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

type TextFieldProps = ComponentProps<'input'> & {
  label: string
  error: string | undefined
  hint?: string | undefined
}

export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <TextInput {...wiring} {...input} />}
    </Field>
  )
}
