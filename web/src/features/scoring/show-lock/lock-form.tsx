import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { useForm, useWatch } from 'react-hook-form'
import { request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { Form } from '../../../ui/form.tsx'
import { instantOfLocal, localOf } from './local-time.ts'
import { LockField, requireInstant } from './lock-field.tsx'
import { lockInWords } from './lock-in-words.ts'
import { useShowChange } from './use-show-change.ts'

export function LockForm({ show }: { show: AdminShow }) {
  const { register, handleSubmit, setError, reset, control, formState } = useForm({
    values: { locks_at: localOf(show.locks_at) },
    resetOptions: { keepDirtyValues: true },
  })
  const typed = useWatch({ control, name: 'locks_at' })
  const { change, isChanging } = useShowChange(show.id, {
    done: (changed) => ({ title: t('scoring.lock-changed'), description: lockInWords(changed) }),
    failed: t('scoring.lock-kept'),
  })
  const setLock = (locksAt: string | null) => {
    const body = { locks_at: locksAt }
    change(() => request(showLockEndpoints.lockShow, { params: { showId: show.id }, body }), {
      onSuccess: ({ locks_at }) => reset({ locks_at: localOf(locks_at) }, { keepDirtyValues: false }),
      onError: (error) => showIssues(error, ['locks_at'], setError),
    })
  }
  return (
    <Form
      className="stack-2"
      onSubmit={() => void handleSubmit(({ locks_at }) => setLock(instantOfLocal(locks_at)))()}
    >
      <LockField
        show={show}
        typed={typed}
        error={formState.errors.locks_at?.message}
        {...register('locks_at', { validate: requireInstant })}
      />
      <div className="buttons">
        <Button type="submit" busy={isChanging}>
          {t('scoring.set-lock')}
        </Button>
        {show.set_locks_at !== null && (
          <Button ref={passFocusOn} variant="quiet" busy={isChanging} onClick={() => setLock(null)}>
            {t('scoring.clear-lock')}
          </Button>
        )}
      </div>
    </Form>
  )
}
