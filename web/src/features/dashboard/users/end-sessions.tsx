import { type ListedUser, userEndpoints } from '@called-it/shared/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { toast } from '../../../ui/toast.ts'

export function EndSessions({ user: { id, email } }: { user: ListedUser }) {
  const [asks, setAsks] = useState(false)
  const end = useMutation({
    mutationFn: () => request(userEndpoints.endSessions, { params: { userId: id } }),
    onSuccess: ({ ended }) =>
      toast({
        title: t('admin.ended'),
        description: t('admin.ended-of', { count: ended, email }),
      }),
    onError: (error) => toastAdminFailure(t('admin.not-ended'), error),
  })
  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('admin.end-of', { email })}
        busy={end.isPending}
        onClick={() => setAsks(true)}
      >
        {t('admin.end')}
      </Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('admin.end-ask')}
        description={t('admin.end-hint', { email })}
        cancelLabel={t('admin.cancel')}
        confirmLabel={t('admin.end-yes')}
        tone="danger"
        onConfirm={() => {
          setAsks(false)
          end.mutate()
        }}
      />
    </>
  )
}
