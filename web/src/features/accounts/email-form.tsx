import { emailBody } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import type { UseMutationResult } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { showIssues } from '../../lib/api/form-issues.ts'
import { t } from '../../lib/words/texts.ts'
import { EmailField } from '../../ui/account-fields.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { AccountForm } from './account-form.tsx'

type EmailFormProps = {
  mutation: UseMutationResult<unknown, Error, { email: string }>
  submitLabel: string
}

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
      <EmailField error={formState.errors.email?.message} {...register('email')} />
      <SubmitButton busy={mutation.isPending} busyText={t('account.sending')}>
        {submitLabel}
      </SubmitButton>
    </AccountForm>
  )
}
