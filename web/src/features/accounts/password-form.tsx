import { accountEndpoints, type changePasswordBody } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, hasCode, request, serverMessage } from '../../lib/api.ts'
import { showIssues } from '../../lib/form-issues.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm } from './account-form.tsx'
import { NewPasswordFields, passwordChoice } from './new-password-fields.tsx'
import { reportUnchanged } from './own-account.ts'
import { PasswordDialog, type RefusePassword } from './password-dialog.tsx'
import styles from './profile.module.css'
import { UsernameField } from './username-field.tsx'

const LABELS = { password: 'New Password', confirmation: 'Confirm New Password' }

/** A new password. Who has been logged in for long is asked for the present one, too. */
export function PasswordForm({ email }: { email: string }) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const [asksForPresent, setAsksForPresent] = useState(false)
  const { register, handleSubmit, setError, getValues, reset, formState } = useForm({
    resolver: zodResolver(passwordChoice),
    defaultValues: { password: '', confirmation: '' },
  })
  const change = useMutation({
    mutationFn: (body: z.input<typeof changePasswordBody>) =>
      request(accountEndpoints.changePassword, { body }),
    onSuccess: ({ message }) => {
      setAsksForPresent(false)
      reset()
      toast({ title: 'Password updated', description: message })
    },
  })
  const send = (currentPassword?: string, refuse?: RefusePassword) =>
    change.mutate(
      { password: getValues('password'), ...(currentPassword && { currentPassword }) },
      {
        onError: (error) => {
          if (!refuse && hasCode(error, 'reauthentication_required')) return setAsksForPresent(true)
          if (refuse && hasCode(error, 'wrong_password')) {
            return refuse(serverMessage(error, ERRORS.wrong_password.message))
          }
          // What is wrong with the new password is told behind the dialog.
          if (error instanceof ApiError && error.status === 422) setAsksForPresent(false)
          showIssues(error, ['password'], setError)
          reportUnchanged(queryClient, 'Failed to update password', error)
        },
      },
    )

  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Change your password</h2>
      <AccountForm onSubmit={handleSubmit(() => send())}>
        <UsernameField email={email} />
        <NewPasswordFields
          labels={LABELS}
          hint="Password must be at least 8 characters long"
          register={register}
          errors={formState.errors}
        />
        <Button type="submit" variant="main" size="l" wide busy={change.isPending} busyText="Updating...">
          Update Password
        </Button>
      </AccountForm>
      {asksForPresent && (
        <PasswordDialog
          title="Is it you?"
          description="Your login was a while ago. Please enter your current password once more."
          email={email}
          confirmLabel="Update Password"
          busyText="Updating..."
          busy={change.isPending}
          onConfirm={send}
          onClose={() => setAsksForPresent(false)}
        />
      )}
    </section>
  )
}
