import { NavLink } from 'react-router-dom'
import { useConfig } from '../lib/api/site.ts'
import { useIsIdle } from '../lib/hooks/use-is-idle.ts'
import { paths } from '../lib/paths.ts'
import { useLiveShows } from '../lib/shows/use-shows.ts'
import styles from './header.module.css'

/** Leads to a show that the band plays now; while the overlay is on, only to one that it leaves open. */
export function LiveLink() {
  // Home has the shows at once; other pages do without them at first.
  const { data: shows = [] } = useLiveShows(useIsIdle())
  const isCovered = useConfig().data?.siteOverlayEnabled === true
  const show = shows.find(({ phase, overlay }) => phase === 'live' && (!isCovered || overlay === 'live'))
  if (!show) return null
  return (
    <NavLink to={paths.show(show.id)} className={styles.live ?? ''} aria-label={`live show: ${show.venue}`}>
      live <span className={styles.wide}>show</span>
    </NavLink>
  )
}
