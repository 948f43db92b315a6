import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { request } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { Form } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { lockInWords } from './lock-in-words.ts'
import { useShowChange } from './use-show-change.ts'

export function StartForm({ show }: { show: AdminShow }) {
  const { register, handleSubmit, reset, formState } = useForm({
    values: { starts_local: show.starts_local ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { change, isChanging } = useShowChange(show.id, {
    done: (changed) => ({ title: t('scoring.start-set'), description: lockInWords(changed) }),
    failed: t('scoring.start-kept'),
  })
  if (show.time_zone === null) {
    return (
      <p>
        <Rich id="scoring.no-zone" link={(words) => <Link to={paths.admin}>{words}</Link>} />
      </p>
    )
  }
  const setStart = (startsLocal: string | null) => {
    const body = { starts_local: startsLocal }
    change(() => request(showLockEndpoints.setShowStart, { params: { showId: show.id }, body }), {
      onSuccess: ({ starts_local }) =>
        reset({ starts_local: starts_local ?? '' }, { keepDirtyValues: false }),
    })
  }
  return (
    <Form
      className="stack-2"
      onSubmit={() => void handleSubmit(({ starts_local }) => setStart(starts_local))()}
    >
      <TextField
        label={t('scoring.start-label')}
        type="time"
        error={formState.errors.starts_local?.message}
        {...register('starts_local', { required: t('scoring.need-time') })}
      />
      <div className="buttons">
        <Button type="submit" busy={isChanging}>
          {t('scoring.set-start')}
        </Button>
        {show.set_starts_local !== null && (
          <Button ref={passFocusOn} variant="quiet" busy={isChanging} onClick={() => setStart(null)}>
            {t('scoring.clear-start')}
          </Button>
        )}
      </div>
    </Form>
  )
}
