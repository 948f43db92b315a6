import { accountEndpoints } from '@called-it/shared/contract/accounts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { setCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { restartEvents } from '../../lib/events/connection.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../lib/words/texts.ts'
import { UsernameField } from '../../ui/account-fields.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm } from './account-form.tsx'
import { NewPasswordFields, passwordChoice } from './new-password-fields.tsx'
import styles from './profile.module.css'
import { toastUnchanged } from './profile-changes.ts'

export function PasswordForm({ user }: { user: CurrentUser }) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(passwordChoice),
    defaultValues: { password: '', confirmation: '' },
  })
  const change = useMutation({
    mutationFn: (password: string) => request(accountEndpoints.changePassword, { body: { password } }),
    onSuccess: ({ message }) => {
      restartEvents()
      void setCurrentUser(queryClient, { ...user, has_password: true })
      reset()
      toast({ title: t('account.pw-updated'), description: message })
    },
    onError: (error) => {
      showIssues(error, ['password'], setError)
      toastUnchanged(queryClient, t('account.pw-unchanged'), error)
    },
  })
  const send = useOneAtATime(change.mutate)

  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{t(user.has_password ? 'account.change-pw' : 'confirm.set-password')}</h2>
      <AccountForm onSubmit={handleSubmit(({ password }) => send(password))}>
        <UsernameField email={user.email} />
        <NewPasswordFields
          labels={{ password: t('account.change-new'), confirmation: t('account.change-again') }}
          hint={t('account.pw-hint')}
          register={register}
          errors={formState.errors}
        />
        <SubmitButton busy={change.isPending} busyText={t('account.updating')}>
          {t('account.pw-update')}
        </SubmitButton>
      </AccountForm>
    </section>
  )
}
