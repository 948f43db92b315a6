import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { useChangeShare, useOwnShare } from '../../lib/shows/shares.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { Loading, Skeleton } from '../skeleton.tsx'
import { toast } from '../toast.ts'
import { SharedLink } from './shared-link.tsx'

export type ShareDialogProps = { showId: number; open: boolean; onOpenChange: (open: boolean) => void }

export function ShareDialog({ showId, open, onOpenChange }: ShareDialogProps) {
  const { data: token, isError, refetch } = useOwnShare(showId, { enabled: open })
  const change = useChangeShare(showId)
  const share = () =>
    change.mutate('share', {
      onError: (error) => toastRequestFailure('That could not be shared', error, 'Please try again.'),
    })
  const stop = () =>
    change.mutate('stop', {
      onSuccess: () => toast({ title: 'Not shared any more', description: 'The link is dead for good.' }),
      onError: (error) => toastRequestFailure('The card is still shared', error, 'Please try again.'),
    })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="share your card"
      description="Everybody with the link sees this card: your name, your points and how each pick did, whatever your profile says about your picks. Before the lock it only says that you have picked."
    >
      {token ? (
        <SharedLink
          token={token}
          stop={
            <Button variant="quiet" busy={change.isPending} onClick={stop}>
              stop sharing
            </Button>
          }
        />
      ) : token === null ? (
        <Button variant="main" size="l" wide busy={change.isPending} onClick={share}>
          create the link
        </Button>
      ) : isError ? (
        <LoadFailed title="It could not be told whether this card is shared." onRetry={refetch} />
      ) : (
        <Loading label="Loading the link...">
          <Skeleton width="100%" height="44px" />
        </Loading>
      )}
    </Dialog>
  )
}
