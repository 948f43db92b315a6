import type { Show } from '@called-it/shared/contract/shows'
import { matchPath, useLocation } from 'react-router-dom'
import { useServerNow } from '../lib/api/server-clock.ts'
import { useConfig } from '../lib/api/site.ts'
import { useIsIdle } from '../lib/hooks/use-is-idle.ts'
import { lazyModule, useLazyModule } from '../lib/lazy-module.ts'
import { paths, patterns } from '../lib/paths.ts'
import { useLiveShows, useUpcomingShows } from '../lib/shows/use-shows.ts'
import { t } from '../lib/words/texts.ts'
import { StripLink } from './strip-link.tsx'

const liveStrip = lazyModule(() => import('./live-strip.tsx'))
const lockStrip = lazyModule(() => import('./lock-strip.tsx'))

const COUNTS_DOWN_MS = 3_600_000
const REFRESH_MS = 15_000

/** The show that the band plays now, else the last hour before the next lock; not on home, nor on that show's pages. */
export function Strip() {
  const { pathname } = useLocation()
  // Home has the shows at once, a show's page with its own; other pages do without them at first.
  const isIdle = useIsIdle()
  const live = useShowOnNow(isIdle)
  const next = useShowThatCloses(isIdle)
  const show = live ?? next
  const isShown = show !== null && !isPageOf(show, pathname)
  const liveCode = useLazyModule(liveStrip, isShown && live !== null)
  const lockCode = useLazyModule(lockStrip, isShown && live === null)
  if (!isShown) return null
  if (live)
    return liveCode ? (
      <liveCode.LiveStrip show={live} />
    ) : (
      <StripLink to={paths.show(live.id)} words={live.venue} note={t('site.live')} isLive />
    )
  return lockCode && <lockCode.LockStrip show={show} />
}

function isPageOf({ id }: Show, pathname: string): boolean {
  if (matchPath(patterns.home, pathname)) return true
  const pages = [patterns.prediction, patterns.score, `${patterns.show}/*`]
  return pages.some((pattern) => matchPath(pattern, pathname)?.params.showId === String(id))
}

/** While the overlay is on, only a show that it leaves open. */
function useShowOnNow(isIdle: boolean): Show | null {
  const { data: shows = [] } = useLiveShows(isIdle)
  const isCovered = useConfig().data?.siteOverlayEnabled === true
  return shows.find(({ phase, overlay }) => phase === 'live' && (!isCovered || overlay === 'live')) ?? null
}

function useShowThatCloses(isIdle: boolean): Show | null {
  const { data: shows = [] } = useUpcomingShows(isIdle)
  const now = useServerNow(REFRESH_MS)
  const next = shows.find(({ is_open, locks_at }) => is_open && Date.parse(locks_at) > now)
  return next && Date.parse(next.locks_at) - now <= COUNTS_DOWN_MS ? next : null
}
