import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import type { Show } from '@called-it/shared/contract/shows'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useShowChange } from './use-show-change.ts'

export function CancelShow({ show }: { show: Show }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        {t('scoring.cancel')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('scoring.cancel-ask')}
        description={t('scoring.cancel-hint')}
      >
        <CancelForm show={show} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function CancelForm({ show, onDone }: { show: Show; onDone: () => void }) {
  const { cancelShow } = showLockEndpoints
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(cancelShow.body),
    defaultValues: { reason: null },
  })
  const { change, isChanging } = useShowChange(show.id, {
    done: ({ venue }) => ({ title: t('scoring.called-off'), description: venue }),
    failed: t('scoring.still-on'),
  })
  const cancel = (body: { reason: string | null }) =>
    change(() => request(cancelShow, { params: { showId: show.id }, body }), {
      onSuccess: onDone,
      onError: (error) => showIssues(error, ['reason'], setError),
    })
  return (
    <Form className="stack-2" onSubmit={() => void handleSubmit(cancel)()}>
      <TextField
        label={t('scoring.reason')}
        hint={t('scoring.reason-maybe')}
        error={formState.errors.reason?.message}
        {...register('reason', { setValueAs: (typed: string | null) => typed?.trim() || null })}
      />
      <SubmitButton variant="danger" busy={isChanging} busyText={t('scoring.cancelling')}>
        {t('scoring.cancel-yes')}
      </SubmitButton>
    </Form>
  )
}
