import type { Show } from '@called-it/shared/contract/shows'
import { Link } from 'react-router-dom'
import { useServerNow } from '../lib/api/server-clock.ts'
import { paths } from '../lib/paths.ts'
import { useCountdown } from '../lib/shows/use-countdown.ts'
import { useUpcomingShows } from '../lib/shows/use-shows.ts'
import styles from './header.module.css'

const COUNTS_DOWN_MS = 3_600_000
const REFRESH_MS = 15_000

/** Counts the last hour before the next lock down. Screen readers read it when they come to it, not each second. */
export function NextLock() {
  const { data: shows = [] } = useUpcomingShows()
  const now = useServerNow(REFRESH_MS)
  const next = shows.find(({ is_open, locks_at }) => is_open && Date.parse(locks_at) > now)
  if (!next || Date.parse(next.locks_at) - now > COUNTS_DOWN_MS) return null
  return <Countdown show={next} />
}

function Countdown({ show }: { show: Show }) {
  const left = useCountdown(Date.parse(show.locks_at))
  if (left === null) return null
  return (
    <Link to={paths.prediction(show.id)} className={styles.lock}>
      <span className={styles.lockWords}>picks close in</span> <b className={styles.left}>{left}</b>
    </Link>
  )
}
