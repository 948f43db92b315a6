import { notificationEndpoints } from '@called-it/shared/contract/notifications'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../dashboard.module.css'

const { sendNotice } = notificationEndpoints

export function SendNotice() {
  const [asks, setAsks] = useState(false)
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(sendNotice.body),
    defaultValues: { text: '' },
  })
  const sending = useMutation({
    mutationFn: (body: { text: string }) => request(sendNotice, { body }),
    onSuccess: ({ message }) => {
      toast({ title: t('admin.notice-sent'), description: message })
      reset()
    },
    onError: (error) => {
      showIssues(error, ['text'], setError)
      toastAdminFailure(t('admin.not-sent'), error)
    },
    onSettled: () => setAsks(false),
  })
  const send = useOneAtATime(sending.mutate)
  return (
    <Card heading={t('admin.send-notice')}>
      <Form className={styles.notice} onSubmit={() => void handleSubmit(() => setAsks(true))()}>
        <Field
          label={t('admin.notice-text')}
          hint={t('admin.notice-hint')}
          error={formState.errors.text?.message}
        >
          {(wiring) => <TextArea rows={3} {...wiring} {...register('text')} />}
        </Field>
        <Button type="submit" busy={sending.isPending} busyText={t('admin.sending')}>
          {t('admin.send-all')}
        </Button>
      </Form>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('admin.send-ask')}
        description={t('admin.send-warning')}
        cancelLabel={t('admin.cancel')}
        confirmLabel={t('admin.send-yes')}
        tone="main"
        busy={sending.isPending}
        busyText={t('admin.sending')}
        onConfirm={() => void handleSubmit((body) => send(body))()}
      />
    </Card>
  )
}
