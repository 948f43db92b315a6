import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { instantOfLocal } from './local-time.ts'
import { LockField, requireInstant } from './lock-field.tsx'
import { lockInWords } from './lock-in-words.ts'
import { useShowChange } from './use-show-change.ts'

export function ReopenPicks({ show }: { show: Show }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('scoring.reopen')}</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('scoring.reopen')}
        description={t('scoring.reopen-hint')}
      >
        <ReopenForm show={show} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

type Reopening = { locks_at: string; reason: string }

function ReopenForm({ show, onDone }: { show: Show; onDone: () => void }) {
  const { reopenPicks } = showLockEndpoints
  const { register, handleSubmit, setError, control, formState } = useForm<Reopening>({
    defaultValues: { locks_at: '', reason: '' },
  })
  const { errors } = formState
  const typed = useWatch({ control, name: 'locks_at' })
  const { change, isChanging } = useShowChange(show.id, {
    done: (changed) => ({ title: t('scoring.reopened'), description: lockInWords(changed) }),
    failed: t('scoring.not-reopened'),
  })
  const reopen = ({ locks_at, reason }: Reopening) => {
    const body = { locks_at: instantOfLocal(locks_at) ?? '', reason }
    change(() => request(reopenPicks, { params: { showId: show.id }, body }), {
      onSuccess: onDone,
      onError: (error) => showIssues(error, ['locks_at', 'reason'], setError),
    })
  }
  return (
    <Form className="stack-2" onSubmit={() => void handleSubmit(reopen)()}>
      <LockField
        show={show}
        typed={typed}
        error={errors.locks_at?.message}
        {...register('locks_at', { validate: requireInstant })}
      />
      <TextField
        label={t('scoring.reason')}
        hint={t('scoring.reason-hint')}
        error={errors.reason?.message}
        {...register('reason', {
          validate: (reason) => reopenPicks.body.shape.reason.safeParse(reason).success || FIELD_TEXTS.reason,
        })}
      />
      <SubmitButton busy={isChanging} busyText={t('scoring.reopening')}>
        {t('scoring.reopen')}
      </SubmitButton>
    </Form>
  )
}
