import { loginBody } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { hasCode, serverMessage } from '../lib/api/api.ts'
import { useOneAtATime } from '../lib/hooks/use-one-at-a-time.ts'
import { t } from '../lib/words/texts.ts'
import { PasswordField, UsernameField } from './account-fields.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialogs.tsx'
import { Form } from './form.tsx'

type PasswordDialogProps = {
  title: string
  description: string
  /** For password managers. */
  email: string
  confirmLabel: string
  busyText: string
  tone?: 'main' | 'danger'
  /** Rejects with the error of the request. */
  change: (password: string) => Promise<unknown>
  /** Receives errors other than a wrong password. */
  onFailure: (error: Error) => void
  onClose: () => void
}

const currentPassword = loginBody.pick({ password: true })

/** Asks for the current password before a change that only the account's owner may make. */
export function PasswordDialog({
  title,
  description,
  email,
  confirmLabel,
  busyText,
  tone = 'main',
  change,
  onFailure,
  onClose,
}: PasswordDialogProps) {
  const formId = useId()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(currentPassword),
    defaultValues: { password: '' },
  })
  const changing = useMutation({
    mutationFn: change,
    onError: (error) => {
      if (!hasCode(error, 'wrong_password')) return onFailure(error)
      const message = serverMessage(error, t('ui.wrong-password'))
      setError('password', { message }, { shouldFocus: true })
    },
  })
  const confirm = useOneAtATime(changing.mutate)
  // A sent request cannot be cancelled, and its result must be seen.
  const close = () => !changing.isPending && onClose()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      focusFirst={() => setFocus('password')}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant={tone} busy={changing.isPending} busyText={busyText}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={handleSubmit(({ password }) => confirm(password))}>
        <UsernameField email={email} />
        <PasswordField
          label={t('ui.password-now')}
          error={formState.errors.password?.message}
          {...register('password')}
        />
      </Form>
    </Dialog>
  )
}
