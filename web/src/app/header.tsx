import { PRODUCT } from '@called-it/shared/contract/site'
import clsx from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useCurrentUser } from '../lib/account/session.ts'
import { useSite } from '../lib/api/site.ts'
import { chooseTheme, THEMES, useTheme } from '../lib/browser/theme.ts'
import { lazyExport } from '../lib/lazy-export.ts'
import { lazyModule, useLazyModule } from '../lib/lazy-module.ts'
import { paths } from '../lib/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './header.module.css'
import { LiveIndicator } from './live-indicator.tsx'

// Visitors have no menu, and it is 15 kB.
const AccountMenu = lazyExport(() => import('./account-menu.tsx'))

const lateHeader = lazyModule(() => import('./late-header.tsx'))

export function Header() {
  const { data: site } = useSite()
  const late = useLazyModule(lateHeader, true)
  return (
    <header className={clsx(styles.header, 'row')}>
      <Link to={paths.home} className={styles.home}>
        <Logo />
        <span className={styles.name}>{(site?.product ?? PRODUCT).toLowerCase()}</span>
      </Link>
      <nav aria-label="pages" className={styles.pages}>
        <NavLink to={paths.leaderboard} className={styles.page ?? ''}>
          leaderboard
        </NavLink>
      </nav>
      {late && <late.ShowLinks />}
      <div className={clsx(styles.tools, 'row-2')}>
        <LiveIndicator />
        <ThemeSwitch />
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
        log in
      </ButtonLink>
      <ButtonLink to={paths.register} variant="main" className={styles.signUp}>
        sign up
      </ButtonLink>
    </>
  )
}

const ICONS = { system: Monitor, dark: Moon, light: Sun } as const

function ThemeSwitch() {
  const theme = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const Icon = ICONS[theme]
  return (
    <IconButton label={`theme: ${theme}, switch to ${next}`} look="bare" onClick={() => chooseTheme(next)}>
      <Icon aria-hidden />
    </IconButton>
  )
}
