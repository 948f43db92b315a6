import { Link } from 'react-router-dom'
import { METHODS } from '../../../lib/chance-words.ts'
import type { Chances } from '../../../lib/chances.ts'
import { formatDuration } from '../../../lib/durations.ts'
import { paths } from '../../../lib/paths.ts'
import { useServerNow } from '../../../lib/server-clock.ts'
import { longDate } from '../../../lib/shows/show-date.ts'

const REFRESH_MS = 60_000

/** What the chances are made by, and when. */
export function ChancesNote({ chances }: { chances: Chances }) {
  const age = useServerNow(REFRESH_MS) - Date.parse(chances.made_at)
  const madeAgo = age < REFRESH_MS ? 'just now' : `${formatDuration(age)} ago`
  const [lastShow] = chances.shows
  return (
    <>
      {chances.is_outdated && lastShow && (
        <>odds from {longDate(lastShow.date)}, newer shows are not in yet · </>
      )}
      chances by <Link to={paths.machine}>{METHODS[chances.method]}</Link>, made {madeAgo}
    </>
  )
}
