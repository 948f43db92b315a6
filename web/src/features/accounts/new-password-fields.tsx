import { FIELD_TEXTS, newPassword } from '@called-it/shared/contract/entered-fields'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { z } from 'zod'
import { PasswordField } from '../../ui/account-fields.tsx'

/** Arguments of a schema's `refine`: both passwords are the same. */
export const TYPED_TWICE = [
  ({ password, confirmation }: { password: string; confirmation: string }) => password === confirmation,
  { path: ['confirmation'], message: FIELD_TEXTS.passwordMismatch },
] as const satisfies readonly [unknown, { path: string[]; message: string }]

export const passwordChoice = z
  .strictObject({ password: newPassword, confirmation: newPassword })
  .refine(...TYPED_TWICE)
export type PasswordChoice = z.input<typeof passwordChoice>

type NewPasswordFieldsProps = {
  labels: { password: string; confirmation: string }
  hint?: string | undefined
  register: UseFormRegister<PasswordChoice>
  errors: FieldErrors<PasswordChoice>
}

export function NewPasswordFields({ labels, hint, register, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        isNew
        label={labels.password}
        hint={hint}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        isNew
        label={labels.confirmation}
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
    </>
  )
}
