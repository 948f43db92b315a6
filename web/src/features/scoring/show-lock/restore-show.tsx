import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { useShowChange } from './use-show-change.ts'

export function RestoreShow({ show }: { show: Show }) {
  const [asks, setAsks] = useState(false)
  const { change, isChanging } = useShowChange(show.id, {
    done: ({ venue }) => ({ title: 'show restored', description: venue }),
    failed: 'The show was not restored',
  })
  const restore = () =>
    change(() => request(showLockEndpoints.restoreShow, { params: { showId: show.id } }), {
      onSettled: () => setAsks(false),
    })
  return (
    <>
      <Button onClick={() => setAsks(true)}>restore the show</Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        tone="main"
        title="restore the show?"
        description="It is on after all. Picks are open until the lock, or public if it has passed."
        cancelLabel="leave it cancelled"
        confirmLabel="yes, restore it"
        busy={isChanging}
        busyText="restoring..."
        onConfirm={restore}
      />
    </>
  )
}
