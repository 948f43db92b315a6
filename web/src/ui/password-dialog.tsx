import { loginBody } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordField, UsernameField } from './account-fields.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialogs.tsx'
import { Form } from './form.tsx'

export type RefusePassword = (reason: string) => void

type PasswordDialogProps = {
  title: string
  description: string
  /** For password managers. */
  email: string
  confirmLabel: string
  busyText: string
  busy: boolean
  tone?: 'main' | 'danger'
  onConfirm: (password: string, refuse: RefusePassword) => void
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
  busy,
  tone = 'main',
  onConfirm,
  onClose,
}: PasswordDialogProps) {
  const formId = useId()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(currentPassword),
    defaultValues: { password: '' },
  })
  const refuse: RefusePassword = (message) => setError('password', { message }, { shouldFocus: true })
  // A sent request cannot be cancelled, and its result must be seen.
  const close = () => !busy && onClose()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      focusFirst={() => setFocus('password')}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant={tone} busy={busy} busyText={busyText}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={handleSubmit(({ password }) => onConfirm(password, refuse))}>
        <UsernameField email={email} />
        <PasswordField
          label="Current password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
      </Form>
    </Dialog>
  )
}
