import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import type { ShowTask } from '@called-it/shared/contract/show-locks'
import { isTimeZone } from '@called-it/shared/game/time-zones'
import { useForm } from 'react-hook-form'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './show-tasks.module.css'
import { useSettleTask } from './use-settle-task.ts'

type ZoneFormProps = {
  task: Extract<ShowTask, { kind: 'unknown-zone' | 'please-check' }>
  /** The id of the datalist with all zones. */
  zonesId: string
}

export function ZoneForm({ task, zonesId }: ZoneFormProps) {
  const { settle, isSettling } = useSettleTask(task)
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { time_zone: '' } })
  const choose = (time_zone: string) =>
    settle({ time_zone }, { onError: (error) => showIssues(error, ['time_zone'], setError) })
  const known = task.kind === 'please-check' ? task.time_zone : null
  return (
    <>
      {known && (
        <Button busy={isSettling} onClick={() => choose(known)}>
          {t('admin.zone-right', { zone: known })}
        </Button>
      )}
      <Form
        className={styles.choice}
        onSubmit={() => void handleSubmit(({ time_zone }) => choose(time_zone))()}
      >
        <TextField
          label={known ? t('admin.zone-other', task) : t('admin.zone-of', task)}
          hint={t('admin.zone-hint')}
          error={formState.errors.time_zone?.message}
          list={zonesId}
          autoComplete="off"
          {...register('time_zone', {
            setValueAs: (typed: string) => typed.trim(),
            validate: (zone) => isTimeZone(zone) || FIELD_TEXTS.timeZone,
          })}
        />
        <Button type="submit" busy={isSettling}>
          {t('admin.set-zone')}
        </Button>
      </Form>
    </>
  )
}
