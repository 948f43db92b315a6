import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastAdminFailure } from '../../../lib/admin-failure-toast.ts'
import { request } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import adminStyles from '../admin-scoring.module.css'
import { formatUtc, instantOfLocal, localOf } from './local-time.ts'
import styles from './lock-form.module.css'

/** Sets when the picks of a show close, in the admin's time zone; UTC is shown beside it. */
export function LockForm({ show }: { show: AdminShow }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (show.locks_at === null ? '' : localOf(show.locks_at))
  const instant = instantOfLocal(shown)
  const locking = useMutation({
    mutationFn: (locksAt: string | null) =>
      request(showEndpoints.lockShow, { params: { showId: show.id }, body: { locks_at: locksAt } }),
    onSuccess: ({ closes_at, locks_at }) => {
      setTyped(null)
      void queryClient.refetchQueries({ queryKey: queryKeys.adminShow(show.id), exact: true })
      toast({
        title: locks_at === null ? 'lock cleared' : 'lock set',
        description: `Picks close at ${formatUtc(closes_at)}.`,
      })
    },
    onError: (error) => toastAdminFailure('The lock was not changed', error),
  })

  return (
    <Card
      heading="when picks close"
      aside={<Badge tone={show.is_open ? 'good' : 'soft'}>{show.is_open ? 'open' : 'closed'}</Badge>}
    >
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (instant !== null) locking.mutate(instant)
        }}
      >
        <Field
          label="Picks close at (your time)"
          hint={
            instant === null
              ? `Without it they close with the day: ${formatUtc(show.closes_at)}`
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
        <div className={adminStyles.buttons}>
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
      </form>
    </Card>
  )
}
