import { counted } from '@called-it/shared/contract/counted'
import { type ListedUser, userEndpoints } from '@called-it/shared/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { toast } from '../../../ui/toast.ts'

export function EndSessions({ user: { id, email } }: { user: ListedUser }) {
  const [asks, setAsks] = useState(false)
  const end = useMutation({
    mutationFn: () => request(userEndpoints.endSessions, { params: { userId: id } }),
    onSuccess: ({ ended }) =>
      toast({
        title: 'Sessions Ended',
        description: `${counted(ended, 'session')} of ${email}`,
      }),
    onError: (error) => toastAdminFailure('Failed to end the sessions', error),
  })
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`end sessions of ${email}`}
        busy={end.isPending}
        onClick={() => setAsks(true)}
      >
        end sessions
      </Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title="End all sessions?"
        description={`${email} is logged out everywhere. The password stays.`}
        cancelLabel="cancel"
        confirmLabel="yes, end them"
        tone="danger"
        onConfirm={() => {
          setAsks(false)
          end.mutate()
        }}
      />
    </>
  )
}
