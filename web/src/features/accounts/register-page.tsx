import { accountEndpoints, registerBody } from '@called-it/shared/contract/accounts'
import { newPassword } from '@called-it/shared/contract/entered-fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { keptInvitation } from '../../lib/account/kept-invitation.ts'
import { request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { paths } from '../../lib/paths.ts'
import { EmailField, PasswordField } from '../../ui/account-fields.tsx'
import { Field } from '../../ui/field.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { AccountForm, AccountPage } from './account-form.tsx'
import { KeptInvitation } from './kept-invitation.tsx'
import { TYPED_TWICE } from './new-password-fields.tsx'
import { SpamWarning } from './spam-warning.tsx'

const registration = registerBody.extend({ confirmation: newPassword }).refine(...TYPED_TWICE)

export function RegisterPage() {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm<z.input<typeof registration>>({
    resolver: zodResolver(registration),
    defaultValues: { email: '', display_name: '', password: '', confirmation: '' },
  })
  const creation = useMutation({
    mutationFn: ({ email, display_name, password }: z.input<typeof registration>) => {
      const invitation = keptInvitation()?.invitation
      const body = { email, display_name, password, ...(invitation && { invitation }) }
      return request(accountEndpoints.register, { body })
    },
    onSuccess: (_, { email }) => navigate(paths.registrationSuccess(email)),
    onError: (error) => {
      showIssues(error, ['email', 'display_name', 'password'], setError)
      toastRequestFailure('Registration failed', error, 'Could not create account. Please try again.')
    },
  })
  const { errors } = formState

  return (
    <AccountPage
      title="sign up"
      lead="Pick a name that the leaderboard will know you by."
      links={<Link to={paths.login}>Already have an account? log in</Link>}
    >
      <KeptInvitation />
      <AccountForm onSubmit={handleSubmit((fields) => creation.mutate(fields))}>
        <EmailField error={errors.email?.message} {...register('email')} />
        <Field label="Display name" error={errors.display_name?.message}>
          {(wiring) => <TextInput autoComplete="nickname" {...wiring} {...register('display_name')} />}
        </Field>
        <PasswordField isNew label="Password" error={errors.password?.message} {...register('password')} />
        <PasswordField
          isNew
          label="Confirm password"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <p className="soft small">
          Once picks for a show are closed, everybody can see yours under your name. You can turn that off in
          your profile.
        </p>
        <SpamWarning />
        <SubmitButton busy={creation.isPending} busyText="signing up...">
          sign up
        </SubmitButton>
      </AccountForm>
    </AccountPage>
  )
}
