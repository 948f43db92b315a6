import { accountEndpoints, profileBody } from '@called-it/shared/contract/accounts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { Field } from '../../ui/field.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm } from './account-form.tsx'
import { showChangedUser, toastUnchanged } from './profile-changes.ts'

const nameBody = profileBody.pick({ display_name: true }).required()

export function NameForm({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(nameBody),
    defaultValues: { display_name: user.display_name },
  })
  const update = useMutation({
    mutationFn: (body: { display_name: string }) => request(accountEndpoints.updateProfile, { body }),
    onSuccess: async (changed) => {
      await showChangedUser(queryClient, changed)
      reset({ display_name: changed.display_name })
      toast({ title: 'Profile updated' })
    },
    onError: (error) => {
      showIssues(error, ['display_name'], setError)
      toastUnchanged(queryClient, 'Failed to update profile', error)
    },
  })
  return (
    <AccountForm onSubmit={handleSubmit((body) => update.mutate(body))}>
      <Field label="Display Name" error={formState.errors.display_name?.message}>
        {(wiring) => <TextInput autoComplete="nickname" {...wiring} {...register('display_name')} />}
      </Field>
      <SubmitButton busy={update.isPending} busyText="Updating...">
        Update Profile
      </SubmitButton>
    </AccountForm>
  )
}
