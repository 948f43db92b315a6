import { emailBody } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import type { UseMutationResult } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { showIssues } from '../../lib/form-issues.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { AccountForm } from './account-form.tsx'

type EmailFormProps = {
  mutation: UseMutationResult<unknown, Error, { email: string }>
  submitLabel: string
}

/** Asks for an address that a link is mailed to. */
export function EmailForm({ mutation, submitLabel }: EmailFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(emailBody),
    defaultValues: { email: '' },
  })
  const submit = handleSubmit((body) =>
    mutation.mutate(body, { onError: (error) => showIssues(error, ['email'], setError) }),
  )
  return (
    <AccountForm onSubmit={submit}>
      <Field label="Email" error={formState.errors.email?.message}>
        {(wiring) => <TextInput type="email" autoComplete="username" {...wiring} {...register('email')} />}
      </Field>
      <Button type="submit" variant="main" size="l" wide busy={mutation.isPending} busyText="sending...">
        {submitLabel}
      </Button>
    </AccountForm>
  )
}
