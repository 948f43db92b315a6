import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { t } from '../../../lib/words/texts.ts'
import { Notice } from '../../../ui/notice.tsx'
import { usePicksState } from '../picks-state.tsx'
import { LockNow } from './lock-now.tsx'

/** A first song locks the picks at once, but only in the last three hours before the start, or before the lock if no start is known. */
export function OpenPicksNotice({ show, hasSetlist }: { show: AdminShow; hasSetlist: boolean }) {
  if (usePicksState(show) !== 'open' || !hasSetlist) return null
  return (
    <Notice
      tone="warning"
      role="status"
      title={t('scoring.stay-open', { before: show.starts_at === null ? 'lock' : 'start' })}
      action={<LockNow show={show} />}
    >
      {t('scoring.lock-if')}
    </Notice>
  )
}
