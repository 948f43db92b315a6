import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CircleUserRound, MicVocal, Ticket, Trophy } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { useCurrentUser } from '../lib/account/session.ts'
import { paths } from '../lib/paths.ts'
import { upcomingShowsQuery } from '../lib/shows/show-queries.ts'
import styles from './page-tabs.module.css'
import { TABS, type Tab, tabOf } from './tabs.ts'

const ICONS = { shows: MicVocal, picks: Ticket, boards: Trophy, you: CircleUserRound } as const

/** The four ways into the site: in the header, and on phones a bar below the page. */
export function PageTabs() {
  const { pathname } = useLocation()
  const { tab: current, hasBar } = tabOf(pathname)
  const targets = useTargets()
  return (
    <nav
      aria-label="pages"
      className={clsx(styles.tabs, hasBar && styles.bar)}
      data-bar={hasBar || undefined}
    >
      {TABS.map((tab) => {
        const Icon = ICONS[tab]
        return (
          <Link
            key={tab}
            to={targets[tab]}
            className={styles.tab}
            aria-current={tab === current || undefined}
          >
            <span aria-hidden className={styles.icon}>
              <Icon />
            </span>
            {tab}
          </Link>
        )
      })}
    </nav>
  )
}

function useTargets(): Readonly<Record<Tab, string>> {
  const { user } = useCurrentUser()
  // Read only where a page has loaded them.
  const { data: [next] = [] } = useQuery({ ...upcomingShowsQuery, enabled: false })
  const isVisitor = user === null
  const sheet = next ? paths.showSheet(next.id) : paths.practiceShows
  return {
    shows: paths.home,
    picks: isVisitor ? sheet : paths.myPredictions,
    boards: paths.leaderboard,
    you: isVisitor ? paths.register : paths.profile,
  }
}
