import type { ListedUser } from '@called-it/shared/contract/users'
import { useState } from 'react'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { SuspendDialog } from '../reports/suspend-dialog.tsx'
import { useSuspension } from '../reports/use-moderation.ts'

export function SuspendUser({ user: { id: userId, email, is_suspended } }: { user: ListedUser }) {
  const [asksReason, setAsksReason] = useState(false)
  const changing = useSuspension()
  const change = useOneAtATime(changing.mutate)
  const label = is_suspended ? t('admin.lift-short') : t('admin.suspend')
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`${label}: ${email}`}
        busy={changing.isPending}
        onClick={() => (is_suspended ? change({ userId, name: email, reason: null }) : setAsksReason(true))}
      >
        {label}
      </Button>
      <SuspendDialog
        name={email}
        open={asksReason}
        onOpenChange={setAsksReason}
        isBusy={changing.isPending}
        onSuspend={(reason) =>
          change({ userId, name: email, reason }, { onSettled: () => setAsksReason(false) })
        }
      />
    </>
  )
}
