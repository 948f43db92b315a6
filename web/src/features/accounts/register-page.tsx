import { accountEndpoints, registerBody } from '@called-it/shared/contract/accounts'
import { newPassword } from '@called-it/shared/contract/fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { request } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { TYPED_TWICE } from './new-password-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { SPAM_WARNING } from './spam-warning.ts'

const registration = registerBody.extend({ confirmation: newPassword }).refine(...TYPED_TWICE)

export function RegisterPage() {
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm<z.input<typeof registration>>({
    resolver: zodResolver(registration),
    defaultValues: { email: '', display_name: '', password: '', confirmation: '' },
  })
  const creation = useMutation({
    mutationFn: ({ email, display_name, password }: z.input<typeof registration>) =>
      request(accountEndpoints.register, { body: { email, display_name, password } }),
    onSuccess: (_, { email }) => navigate(paths.registrationSuccess(email)),
    onError: () =>
      toast({
        title: 'Registration failed',
        description: 'Could not create account. Please try again.',
        variant: 'destructive',
      }),
  })
  const { errors } = formState

  return (
    <AccountPage
      title="sign up"
      lead="Pick a name that the leaderboard will know you by."
      links={<Link to={paths.login}>Already have an account? log in</Link>}
    >
      <AccountForm onSubmit={handleSubmit((fields) => creation.mutate(fields))}>
        <Field label="Email" error={errors.email?.message}>
          {(wiring) => <TextInput type="email" autoComplete="username" {...wiring} {...register('email')} />}
        </Field>
        <Field label="Display name" error={errors.display_name?.message}>
          {(wiring) => <TextInput autoComplete="nickname" {...wiring} {...register('display_name')} />}
        </Field>
        <PasswordField
          label="Password"
          error={errors.password?.message}
          autoComplete="new-password"
          registration={register('password')}
        />
        <PasswordField
          label="Confirm password"
          error={errors.confirmation?.message}
          autoComplete="new-password"
          registration={register('confirmation')}
        />
        <Notice tone="warning">{SPAM_WARNING}</Notice>
        <Button type="submit" variant="main" size="l" wide busy={creation.isPending} busyText="signing up...">
          sign up
        </Button>
      </AccountForm>
    </AccountPage>
  )
}
