import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { useShowChange } from './use-show-change.ts'

const DAY_MS = 86_400_000

/** Asks twice where the lock is more than a day away: it may be the wrong show. */
export function LockNow({ show }: { show: Show }) {
  const [asks, setAsks] = useState<'once' | 'again' | null>(null)
  const { change, isChanging } = useShowChange(show.id, {
    done: () => ({ title: t('scoring.locked'), description: t('scoring.public') }),
    failed: t('scoring.not-locked'),
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
      <Button onClick={() => setAsks('once')}>{t('scoring.lock-now')}</Button>
      <AlertDialog
        open={asks !== null}
        onOpenChange={() => setAsks(null)}
        title={asks === 'again' ? t('scoring.lock-day', { day }) : t('scoring.lock-ask')}
        description={asks === 'again' ? t('scoring.too-early', { day }) : t('scoring.lock-means')}
        cancelLabel={t('scoring.leave-open')}
        confirmLabel={asks === 'again' ? t('scoring.lock-early') : t('scoring.lock-yes')}
        busy={isChanging}
        busyText={t('scoring.locking')}
        onConfirm={lock}
      />
    </>
  )
}
