import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { isOpenForPicks, isTonight } from '@called-it/shared/game/calendar'
import { useRuns } from '../../lib/api/runs.ts'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { t } from '../../lib/words/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { useTourShows } from './show-queries.ts'
import { ShowRow } from './show-row.tsx'

const REFRESH_MS = 60_000

/** Tonight's come first. The latest one that waits to be scored has the primary button. */
export function ShowList({ tourId }: { tourId: number | null }) {
  const shows = useTourShows(tourId)
  const runs = useRuns()
  const now = useServerNow(REFRESH_MS)
  if (!shows.data) return <NotLoaded what={t('scoring.shows-what')} query={shows} blocks={[3, '72px']} />
  if (shows.data.length === 0) {
    return <EmptyState title={tourId === null ? t('scoring.all-on-tour') : t('scoring.no-shows')} />
  }
  const stateOf = (show: AdminShow) => ({ ...show, picks_closed: !show.is_open })
  const isOn = (show: AdminShow) => isTonight(stateOf(show), new Date(now))
  const listed = [...shows.data.filter(isOn), ...shows.data.filter((show) => !isOn(show))]
  const next = listed.find(
    (show) => !show.is_scored && !show.is_cancelled && !isOpenForPicks(stateOf(show), new Date(now)),
  )
  return (
    <ul className="stack-2">
      {listed.map((show) => (
        <ShowRow key={show.id} show={show} runs={runs.data?.runs} isNext={show === next} />
      ))}
    </ul>
  )
}
