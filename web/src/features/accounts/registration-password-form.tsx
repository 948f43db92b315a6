import { confirmBody } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { hasCode } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { PasswordField } from '../../ui/account-fields.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccountForm } from './account-form.tsx'

type RegistrationPasswordFormProps = {
  /** Rejects with the error of the request. */
  onConfirm: (password: string) => Promise<unknown>
  busy: boolean
}

/** For an address that was registered more than once, perhaps by somebody else. */
export function RegistrationPasswordForm({ onConfirm, busy }: RegistrationPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(confirmBody),
    defaultValues: { password: '' },
  })
  const [wasRefused, setWasRefused] = useState(false)
  const submit = handleSubmit(({ password }) =>
    onConfirm(password).catch((error: unknown) => {
      if (!hasCode(error, 'wrong_registration_password')) return
      setWasRefused(true)
      setError('password', { message: ERRORS.wrong_registration_password.message }, { shouldFocus: true })
    }),
  )
  return (
    <AccountForm onSubmit={submit}>
      <p role="status">
        This address was registered more than once. Please enter the password that you chose with this
        registration.
      </p>
      <PasswordField label="Password" error={formState.errors.password?.message} {...register('password')} />
      {wasRefused && (
        <Notice tone="warning" role="status">
          <p>If you got more than one mail, each link has its own password. You can also choose a new one.</p>
          <Link to={paths.forgotPassword}>Reset your password</Link>
        </Notice>
      )}
      <SubmitButton busy={busy} busyText="verifying...">
        verify my email
      </SubmitButton>
    </AccountForm>
  )
}
