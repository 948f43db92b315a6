import { Link } from 'react-router-dom'
import { useServerNow } from '../../../lib/api/server-clock.ts'
import { paths } from '../../../lib/paths.ts'
import type { Chances } from '../../../lib/shows/chances.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { METHODS } from '../../../lib/words/chance-words.ts'
import { formatDuration } from '../../../lib/words/durations.ts'

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
