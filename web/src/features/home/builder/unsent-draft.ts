import type { Show } from '@called-it/shared/contract/shows'
import { isDraftEmpty } from '@called-it/shared/game/draft'
import { useServerNow } from '../../../lib/api/server-clock.ts'
import { useIsIdle } from '../../../lib/hooks/use-is-idle.ts'
import { useUpcomingShows } from '../../../lib/shows/use-shows.ts'
import { useDraftStore } from './draft-store.ts'

const WARNS_MS = 30 * 60_000
const REFRESH_MS = 15_000

/** The show whose picks close first, within 30 minutes, with a draft that is not sent. */
export function useShowOfUnsentDraft(): Show | null {
  const drafts = useDraftStore((store) => store.drafts)
  const { data: shows = [] } = useUpcomingShows(useIsIdle())
  const now = useServerNow(REFRESH_MS)
  for (const show of shows) {
    const draft = drafts[show.id]
    const left = Date.parse(show.locks_at) - now
    // A queued one is sent by itself.
    const isUnsent = draft?.changed && !draft.queued && !isDraftEmpty(draft.slots)
    if (isUnsent && show.is_open && left > 0 && left <= WARNS_MS) return show
  }
  return null
}
