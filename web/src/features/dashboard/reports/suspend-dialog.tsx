import { moderationEndpoints } from '@called-it/shared/contract/moderation'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { t } from '../../../lib/words/texts.ts'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type SuspendDialogProps = {
  name: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onSuspend: (reason: string) => void
  isBusy: boolean
}

export function SuspendDialog({ name, onSuspend, isBusy, ...dialog }: SuspendDialogProps) {
  return (
    <Dialog {...dialog} title={t('admin.suspend-ask', { name })} description={t('admin.suspend-hint')}>
      <ReasonForm onSuspend={onSuspend} isBusy={isBusy} />
    </Dialog>
  )
}

function ReasonForm({ onSuspend, isBusy }: Pick<SuspendDialogProps, 'onSuspend' | 'isBusy'>) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(moderationEndpoints.suspendUser.body),
    defaultValues: { reason: '' },
  })
  return (
    <Form className="stack-2" onSubmit={() => void handleSubmit(({ reason }) => onSuspend(reason))()}>
      <TextField
        label={t('admin.reason')}
        hint={t('admin.reason-hint')}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <SubmitButton variant="danger" busy={isBusy} busyText={t('admin.suspending')}>
        {t('admin.suspend-yes')}
      </SubmitButton>
    </Form>
  )
}
