import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, hasCode, request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { restartEvents } from '../../lib/events/connection.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../lib/words/texts.ts'
import { UsernameField } from '../../ui/account-fields.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm } from './account-form.tsx'
import { NewPasswordFields, passwordChoice } from './new-password-fields.tsx'
import styles from './profile.module.css'
import { toastUnchanged } from './profile-changes.ts'

/** Asks for the current password too if the login is too old, or the session has changed it before. */
export function PasswordForm({ email }: { email: string }) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const [asksForCurrent, setAsksForCurrent] = useState(false)
  const { register, handleSubmit, setError, getValues, reset, formState } = useForm({
    resolver: zodResolver(passwordChoice),
    defaultValues: { password: '', confirmation: '' },
  })
  const change = useMutation({
    mutationFn: (current: { currentPassword?: string }) =>
      request(accountEndpoints.changePassword, { body: { password: getValues('password'), ...current } }),
    onSuccess: ({ message }) => {
      restartEvents()
      setAsksForCurrent(false)
      reset()
      toast({ title: t('account.pw-updated'), description: message })
    },
  })
  const showFailure = (error: Error) => {
    if (!asksForCurrent && hasCode(error, 'reauthentication_required')) return setAsksForCurrent(true)
    // The issue is shown at the new password's field, behind the dialog.
    if (error instanceof ApiError && error.status === 422) setAsksForCurrent(false)
    showIssues(error, ['password'], setError)
    toastUnchanged(queryClient, t('account.pw-unchanged'), error)
  }
  const send = useOneAtATime(change.mutate)

  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{t('account.change-pw')}</h2>
      <AccountForm onSubmit={handleSubmit(() => send({}, { onError: showFailure }))}>
        <UsernameField email={email} />
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
      {asksForCurrent && (
        <PasswordDialog
          title={t('account.is-it-you')}
          description={t('error.password-again')}
          email={email}
          confirmLabel={t('account.pw-update')}
          busyText={t('account.updating')}
          change={(currentPassword) => change.mutateAsync({ currentPassword })}
          onFailure={showFailure}
          onClose={() => setAsksForCurrent(false)}
        />
      )}
    </section>
  )
}
