import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { useShowChange } from './use-show-change.ts'

const DAY_MS = 86_400_000

/** Asks twice where the lock is more than a day away: it may be the wrong show. */
export function LockNow({ show }: { show: Show }) {
  const [asks, setAsks] = useState<'once' | 'again' | null>(null)
  const { change, isChanging } = useShowChange(show.id, {
    done: () => ({ title: 'picks locked', description: 'They are public now.' }),
    failed: 'The picks were not locked',
  })
  const lock = () => {
    if (asks === 'once' && Date.parse(show.locks_at) - serverNow() > DAY_MS) return setAsks('again')
    change(() => request(showLockEndpoints.lockShowNow, { params: { showId: show.id } }), {
      onSettled: () => setAsks(null),
    })
  }
  const day = longDate(show.showdate)
  return (
    <>
      <Button onClick={() => setAsks('once')}>lock now</Button>
      <AlertDialog
        open={asks !== null}
        onOpenChange={() => setAsks(null)}
        title={asks === 'again' ? `lock ${day}, now?` : 'lock now?'}
        description={
          asks === 'again'
            ? `This show is on ${day}: picks would close more than a day early.`
            : 'Picks close at once, and everybody can read them.'
        }
        cancelLabel="leave them open"
        confirmLabel={asks === 'again' ? 'yes, lock it this early' : 'yes, lock now'}
        busy={isChanging}
        busyText="locking..."
        onConfirm={lock}
      />
    </>
  )
}
