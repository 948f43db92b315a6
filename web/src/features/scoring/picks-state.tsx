import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { isTonight } from '@called-it/shared/game/calendar'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'

export type PicksState = 'open' | 'tonight' | 'closed' | 'cancelled'

const REFRESH_MS = 60_000

const TONES = { open: 'good', tonight: 'soft', closed: 'soft', cancelled: 'danger' } as const

/** Kept current: the page may be older than the lock. */
export function usePicksState(show: AdminShow): PicksState {
  const locksAt = Date.parse(show.locks_at)
  const now = useServerNow(show.is_scored ? null : REFRESH_MS, locksAt)
  if (show.is_cancelled) return 'cancelled'
  if (show.is_open && now < locksAt) return 'open'
  return isTonight({ ...show, picks_closed: !show.is_open }, new Date(now)) ? 'tonight' : 'closed'
}

export function PicksBadge({ state }: { state: PicksState }) {
  return <Badge tone={TONES[state]}>{state}</Badge>
}
