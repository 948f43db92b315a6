import { PRODUCT } from '@called-it/shared/contract/site'
import type { PlainId } from '@called-it/shared/languages/translate'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CircleUserRound, MicVocal, Ticket, Trophy } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useCurrentUser } from '../lib/account/session.ts'
import { useSite } from '../lib/api/site.ts'
import { lazyExport } from '../lib/lazy-export.tsx'
import { lazyModule, useLazyModule } from '../lib/lazy-module.ts'
import { paths } from '../lib/paths.ts'
import { upcomingShowsQuery } from '../lib/shows/show-queries.ts'
import { t } from '../lib/words/texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConnectionLight } from './connection-light.tsx'
import styles from './header.module.css'
import { TABS, type Tab, tabOf } from './tabs.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const TAB_ICONS = { shows: MicVocal, picks: Ticket, boards: Trophy, you: CircleUserRound } as const

const TAB_LABELS = {
  shows: 'site.tab-shows',
  picks: 'site.tab-picks',
  boards: 'site.tab-boards',
  you: 'site.tab-you',
} as const satisfies Record<Tab, PlainId>

// Visitors have no menu, and it is 15 kB.
const AccountMenu = lazyExport(() => import('./account-menu.tsx'))

const lateParts = lazyModule(() => import('./late-parts.ts'))

export function Header() {
  const { data: site } = useSite()
  const late = useLazyModule(lateParts, true)
  return (
    <header className={clsx(styles.header, 'row')}>
      <Link to={paths.home} className={clsx(styles.home, 'row')}>
        <Logo />
        <span className={styles.name}>{(site?.product ?? PRODUCT).toLowerCase()}</span>
      </Link>
      <PageTabs />
      {late && <late.Strip />}
      <div className={clsx(styles.tools, 'row-2')}>
        <ConnectionLight />
        <span className={styles.theme}>
          <ThemeSwitch />
        </span>
        <Account Bell={late?.Bell} />
      </div>
    </header>
  )
}

function Account({ Bell }: { Bell: ComponentType | undefined }) {
  const { user, isError } = useCurrentUser()
  if (user) {
    const avatar = <Avatar name={user.display_name} image={user.avatar_path} />
    return (
      <>
        <span className={styles.bell}>{Bell && <Bell />}</span>
        <Suspense fallback={<span className={styles.waiting}>{avatar}</span>}>
          <AccountMenu user={user} />
        </Suspense>
      </>
    )
  }
  // An unknown session is not shown as a visitor.
  if (user === undefined) {
    return isError ? null : (
      <>
        <span className={styles.bell} />
        <span className={styles.waiting}>
          <Skeleton shape="circle" width="40px" height="40px" />
        </span>
      </>
    )
  }
  return (
    <>
      <ButtonLink to={paths.login} variant="quiet" className={styles.logIn}>
        {t('site.log-in')}
      </ButtonLink>
      <ButtonLink to={paths.register} className={styles.signUp}>
        {t('site.sign-up')}
      </ButtonLink>
    </>
  )
}

/** The four ways into the site: in the header, and on phones a bar below the page. */
function PageTabs() {
  const { pathname } = useLocation()
  const { tab: current, hasBar } = tabOf(pathname)
  const targets = useTargets()
  return (
    <nav
      aria-label={t('site.pages')}
      className={clsx(styles.tabs, hasBar && styles.bar)}
      data-bar={hasBar || undefined}
    >
      {TABS.map((tab) => {
        const Icon = TAB_ICONS[tab]
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
            {t(TAB_LABELS[tab])}
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
