import { notificationEndpoints } from '@called-it/shared/contract/notifications'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
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
      toast({ title: 'Notice Sent', description: message })
      reset()
    },
    onError: (error) => {
      showIssues(error, ['text'], setError)
      toastAdminFailure('The notice was not sent', error)
    },
    onSettled: () => setAsks(false),
  })
  const send = useOneAtATime(sending.mutate)
  return (
    <Card heading="send a notice">
      <Form className={styles.notice} onSubmit={() => void handleSubmit(() => setAsks(true))()}>
        <Field label="Text" hint="Every user finds it under the bell." error={formState.errors.text?.message}>
          {(wiring) => <TextArea rows={3} {...wiring} {...register('text')} />}
        </Field>
        <Button type="submit" busy={sending.isPending} busyText="sending...">
          send to all users
        </Button>
      </Form>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title="Send it to all users?"
        description="It arrives at once, and cannot be changed or taken back."
        cancelLabel="cancel"
        confirmLabel="yes, send it"
        tone="main"
        busy={sending.isPending}
        busyText="sending..."
        onConfirm={() => void handleSubmit((body) => send(body))()}
      />
    </Card>
  )
}
