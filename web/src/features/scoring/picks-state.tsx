import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { isTonight } from '@called-it/shared/game/calendar'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'

export type PicksState = 'open' | 'tonight' | 'closed' | 'cancelled'

const REFRESH_MS = 60_000

const LOOKS = {
  open: { tone: 'good', text: 'scoring.open' },
  tonight: { tone: 'soft', text: 'scoring.tonight' },
  closed: { tone: 'soft', text: 'scoring.closed' },
  cancelled: { tone: 'danger', text: 'scoring.cancelled' },
} as const

/** Kept current: the page may be older than the lock. */
export function usePicksState(show: AdminShow): PicksState {
  const locksAt = Date.parse(show.locks_at)
  const now = useServerNow(show.is_scored ? null : REFRESH_MS, locksAt)
  if (show.is_cancelled) return 'cancelled'
  if (show.is_open && now < locksAt) return 'open'
  return isTonight({ ...show, picks_closed: !show.is_open }, new Date(now)) ? 'tonight' : 'closed'
}

export function PicksBadge({ state }: { state: PicksState }) {
  return <Badge tone={LOOKS[state].tone}>{t(LOOKS[state].text)}</Badge>
}
