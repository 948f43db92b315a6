import type { CurrentUser } from '@called-it/shared/contract/current-user'
import clsx from 'clsx'
import { LogOut, ShieldCheck, SunMoon, Ticket, Trophy, UserRound, Users } from 'lucide-react'
import { useLogoutAndRedirect } from '../lib/account/use-logout-and-redirect.ts'
import { PHONE } from '../lib/browser/screen-sizes.ts'
import { chooseTheme, nextTheme, useTheme } from '../lib/browser/theme.ts'
import { useMediaQuery } from '../lib/hooks/use-media-query.ts'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx'
import styles from './account-menu.module.css'

export function AccountMenu({ user }: { user: CurrentUser }) {
  const leave = useLogoutAndRedirect()
  const isPhone = useMediaQuery(PHONE)
  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger}>
          <span className="visually-hidden">{t('site.account-of', { name: user.display_name })}</span>
          <Avatar name={user.display_name} image={user.avatar_path} />
        </button>
      }
    >
      <MenuHeading>
        <span className={styles.name}>{user.display_name}</span>
        <span className={clsx(styles.email, 'soft small')}>{user.email}</span>
      </MenuHeading>
      <MenuSeparator />
      <MenuLink to={paths.profile} icon={<UserRound aria-hidden />}>
        {t('site.profile')}
      </MenuLink>
      <MenuLink to={paths.myPredictions} icon={<Ticket aria-hidden />}>
        {t('site.points-picks')}
      </MenuLink>
      <MenuLink to={paths.leaderboard} icon={<Trophy aria-hidden />}>
        {t('site.leaderboard')}
      </MenuLink>
      <MenuLink to={paths.leagues} icon={<Users aria-hidden />}>
        {t('site.leagues')}
      </MenuLink>
      {(user.is_admin || user.rights_rest) && (
        <MenuLink to={paths.admin} icon={<ShieldCheck aria-hidden />}>
          {t('site.admin')}
        </MenuLink>
      )}
      <MenuSeparator />
      {isPhone && <ThemeItem />}
      <MenuItem icon={<LogOut aria-hidden />} onSelect={leave}>
        {t('site.log-out')}
      </MenuItem>
    </Menu>
  )
}

/** The menu stays open, so that the next press chooses the next theme. */
function ThemeItem() {
  const theme = useTheme()
  const next = nextTheme(theme)
  const choose = (event: Event) => {
    event.preventDefault()
    chooseTheme(next)
  }
  return (
    <MenuItem icon={<SunMoon aria-hidden />} onSelect={choose}>
      {t('site.theme', { theme })}
    </MenuItem>
  )
}
