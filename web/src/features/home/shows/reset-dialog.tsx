import type { Show } from '@called-it/shared/contract/shows'
import { useNavigate } from 'react-router-dom'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { toast } from '../../../ui/toast.ts'
import { useResetPrediction } from '../builder/prediction-queries.ts'

type ResetDialogProps = { show: Show; open: boolean; onOpenChange: (open: boolean) => void }

export function ResetDialog({ show, open, onOpenChange }: ResetDialogProps) {
  const reset = useResetPrediction()
  const navigate = useNavigate()
  const confirm = () =>
    reset.mutate(show.id, {
      onSuccess: () => {
        onOpenChange(false)
        toast({ title: 'setlist pick reset' })
        navigate(paths.home)
      },
      onError: (error) => toastRequestFailure('Error', error, 'Failed to reset setlist. Please try again.'),
    })
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Reset Prediction?"
      description={`Your picks for ${longDate(show.showdate)} will be reset. This cannot be undone.`}
      confirmLabel="Reset"
      busy={reset.isPending}
      busyText="Resetting..."
      onConfirm={confirm}
    />
  )
}
