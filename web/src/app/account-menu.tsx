import type { CurrentUser } from '@called-it/shared/contract/accounts'
import { LogOut, ShieldCheck, Ticket, Trophy } from 'lucide-react'
import { useNavigate } from 'react-router'
import { serverMessage } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useLogout } from '../lib/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'
import styles from './account-menu.module.css'

/** Long enough for the toast to be seen where the button was pressed. */
const LEAVE_AFTER_MS = 50

export function AccountMenu({ user }: { user: CurrentUser }) {
  const leave = useLeave()
  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger}>
          <span className="visually-hidden">{`account of ${user.display_name}`}</span>
          <Avatar name={user.display_name} picture={user.avatar_path} />
        </button>
      }
    >
      <MenuHeading>
        <span className={styles.name}>{user.display_name}</span>
        <span className={styles.email}>{user.email}</span>
      </MenuHeading>
      <MenuSeparator />
      <MenuLink to={paths.myPredictions} icon={<Ticket aria-hidden />}>
        points and picks
      </MenuLink>
      <MenuLink to={paths.leaderboard} icon={<Trophy aria-hidden />}>
        leaderboard
      </MenuLink>
      {user.is_admin && (
        <MenuLink to={paths.adminScoring} icon={<ShieldCheck aria-hidden />}>
          admin
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={leave}>
        log out
      </MenuItem>
    </Menu>
  )
}

/** Logs out, says so, and goes to the login page, whether the server could be told or not. */
function useLeave() {
  const logout = useLogout()
  const navigate = useNavigate()
  return () =>
    logout.mutate(undefined, {
      onSuccess: () => toast({ title: 'Logged out', description: 'You have been logged out successfully.' }),
      onError: (error) =>
        toast({
          title: 'Logout failed',
          description: serverMessage(error, 'Failed to logout. Please try again.'),
          variant: 'destructive',
        }),
      onSettled: () => setTimeout(() => navigate(paths.login), LEAVE_AFTER_MS),
    })
}
