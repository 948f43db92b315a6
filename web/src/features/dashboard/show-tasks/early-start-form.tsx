import type { ShowTask } from '@called-it/shared/contract/show-locks'
import { useForm } from 'react-hook-form'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './show-tasks.module.css'
import { useSettleTask } from './use-settle-task.ts'

export function EarlyStartForm({ task }: { task: Extract<ShowTask, { kind: 'two-shows' }> }) {
  const { settle, isSettling } = useSettleTask(task)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { early_starts_local: '' } })
  return (
    <Form className={styles.choice} onSubmit={() => void handleSubmit((choice) => settle(choice))()}>
      <TextField
        label={t('admin.start-label', { venue: task.venue })}
        hint={t('admin.venue-clock')}
        type="time"
        error={formState.errors.early_starts_local?.message}
        {...register('early_starts_local', { required: t('admin.need-time') })}
      />
      <Button type="submit" busy={isSettling}>
        {t('admin.set-start')}
      </Button>
    </Form>
  )
}
