import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { request } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
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
    done: (changed) => ({ title: 'start changed', description: lockInWords(changed) }),
    failed: 'The start was not changed',
  })
  if (show.time_zone === null) {
    return (
      <p>
        No start counts without a time zone. <Link to={paths.admin}>Choose it on the dashboard</Link>, under
        shows to check.
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
        label="Start at the venue"
        type="time"
        error={formState.errors.starts_local?.message}
        {...register('starts_local', { required: 'Please enter a time' })}
      />
      <div className="buttons">
        <Button type="submit" busy={isChanging}>
          set the start
        </Button>
        {show.set_starts_local !== null && (
          <Button ref={passFocusOn} variant="quiet" busy={isChanging} onClick={() => setStart(null)}>
            clear the start
          </Button>
        )}
      </div>
    </Form>
  )
}
