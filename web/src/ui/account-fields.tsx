import type { ComponentProps } from 'react'
import { t } from '../lib/words/texts.ts'
import { TextField } from './text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

export function EmailField(props: EmailFieldProps) {
  return <TextField label={t('ui.email')} type="email" autoComplete="username" {...props} />
}

type PasswordFieldProps = ComponentProps<typeof TextField> & { isNew?: boolean }

export function PasswordField({ isNew = false, ...rest }: PasswordFieldProps) {
  return <TextField type="password" autoComplete={isNew ? 'new-password' : 'current-password'} {...rest} />
}

/** Hidden: for password managers. */
export function UsernameField({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}
