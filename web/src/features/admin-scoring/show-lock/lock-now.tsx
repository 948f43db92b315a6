import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { request } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { useShowChange } from './use-show-change.ts'

export function LockNow({ show }: { show: Show }) {
  const [asks, setAsks] = useState(false)
  const { change, isChanging } = useShowChange(show.id, {
    done: () => ({ title: 'picks locked', description: 'They are public now.' }),
    failed: 'The picks were not locked',
  })
  const lock = () =>
    change(() => request(showLockEndpoints.lockShowNow, { params: { showId: show.id } }), {
      onSettled: () => setAsks(false),
    })
  return (
    <>
      <Button onClick={() => setAsks(true)}>lock now</Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title="lock now?"
        description="Picks close at once and become public, for everybody to read."
        cancelLabel="leave them open"
        confirmLabel="yes, lock now"
        busy={isChanging}
        busyText="locking..."
        onConfirm={lock}
      />
    </>
  )
}
