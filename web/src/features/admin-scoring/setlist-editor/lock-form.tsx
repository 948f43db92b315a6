import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../../lib/api.ts'
import { toastAdminFailure } from '../../../lib/failure-toasts.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { formatUtc, instantOfLocal, localOf } from './local-time.ts'
import styles from './setlist-editor.module.css'

/** Sets when the picks of a show close, in the admin's time zone; UTC is shown beside it. */
export function LockForm({ show }: { show: AdminShow }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (show.locks_at === null ? '' : localOf(show.locks_at))
  const instant = instantOfLocal(shown)
  const locking = useMutation({
    mutationFn: (locksAt: string | null) =>
      request(showLockEndpoints.lockShow, { params: { showId: show.id }, body: { locks_at: locksAt } }),
    onSuccess: ({ locks_at, time_source }) => {
      setTyped(null)
      void queryClient.refetchQueries({ queryKey: queryKeys.adminShow(show.id), exact: true })
      toast({
        title: time_source === 'admin' ? 'lock set' : 'lock cleared',
        description: `Picks close at ${formatUtc(locks_at)}.`,
      })
    },
    onError: (error) => toastAdminFailure('The lock was not changed', error),
  })

  return (
    <Card
      heading="when picks close"
      aside={<Badge tone={show.is_open ? 'good' : 'soft'}>{show.is_open ? 'open' : 'closed'}</Badge>}
    >
      <Form className={styles.tool} onSubmit={() => instant !== null && locking.mutate(instant)}>
        <Field
          label="Picks close at (your time)"
          hint={
            instant === null
              ? `Without it they close with the day: ${formatUtc(show.locks_at)}`
              : formatUtc(instant)
          }
        >
          {(wiring) => (
            <TextInput
              type="datetime-local"
              value={shown}
              onChange={(event) => setTyped(event.target.value)}
              {...wiring}
            />
          )}
        </Field>
        <div className="buttons">
          <Button
            type="button"
            onClick={() => locking.mutate(new Date().toISOString())}
            busy={locking.isPending}
          >
            close now
          </Button>
          <Button type="submit" busy={locking.isPending} disabled={instant === null}>
            set the lock
          </Button>
          {show.locks_at !== null && (
            <Button variant="quiet" busy={locking.isPending} onClick={() => locking.mutate(null)}>
              clear the lock
            </Button>
          )}
        </div>
      </Form>
    </Card>
  )
}
