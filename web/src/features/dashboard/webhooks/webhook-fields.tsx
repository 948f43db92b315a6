import {
  deliveryKind,
  WEBHOOK_FORMATS,
  type WebhookForm,
  webhookForm,
} from '@called-it/shared/contract/webhooks'
import { sayIssue } from '@called-it/shared/languages/said'
import { zodResolver } from '@hookform/resolvers/zod'
import clsx from 'clsx'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { KIND_LABELS } from './kind-labels.ts'
import styles from './webhooks.module.css'

type WebhookFieldsProps = {
  values: WebhookForm
  urlHint: string
  submitLabel: string
  busy: boolean
  /** Rejects with the error of the request. */
  onSubmit: (values: WebhookForm) => Promise<unknown>
}

export function WebhookFields({ values, urlHint, submitLabel, busy, onSubmit }: WebhookFieldsProps) {
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(webhookForm),
    defaultValues: values,
  })
  const { errors } = formState
  // `busy` comes too late for the second click of a double click.
  const isRunning = useRef(false)
  async function submit(entered: WebhookForm) {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await onSubmit(entered)
      reset(values.name === '' ? values : { ...entered, url: '' })
    } catch (error) {
      showIssues(error, ['name', 'url', 'kinds'], setError)
    } finally {
      isRunning.current = false
    }
  }
  return (
    <Form className={styles.form} onSubmit={() => void handleSubmit(submit)()}>
      <TextField
        label={t('admin.hook-name')}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={t('admin.hook-url')}
        hint={urlHint}
        inputMode="url"
        autoComplete="off"
        error={errors.url?.message}
        {...register('url')}
      />
      <Field label={t('admin.hook-format')}>
        {(wiring) => (
          <Select {...wiring} {...register('format')}>
            {WEBHOOK_FORMATS.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </Select>
        )}
      </Field>
      <fieldset className={styles.kinds}>
        <legend>{t('admin.sent-when')}</legend>
        {deliveryKind.options.map((kind) => (
          <label key={kind} className={clsx(styles.choice, 'row-3')}>
            <input type="checkbox" value={kind} {...register('kinds')} />
            {t(KIND_LABELS[kind])}
          </label>
        ))}
        <p className={styles.error} aria-live="polite">
          {errors.kinds?.message && sayIssue(t, errors.kinds.message)}
        </p>
      </fieldset>
      <label className={clsx(styles.choice, 'row-3')}>
        <input type="checkbox" {...register('has_spoilers')} />
        {t('admin.spoilers')}
      </label>
      <Button type="submit" busy={busy} busyText={t('admin.saving')}>
        {submitLabel}
      </Button>
    </Form>
  )
}
