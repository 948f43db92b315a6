import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { ArrowLeft, LogOut } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { useLogoutAndRedirect } from '../../lib/account/use-logout-and-redirect.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DeleteProfile } from './delete-profile.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PicksSwitch } from './picks-switch.tsx'
import styles from './profile.module.css'
import { ProfileImage } from './profile-image.tsx'

export function ProfilePage() {
  const { user } = useCurrentUser()
  return user && <Profile key={user.id} user={user} />
}

function Profile({ user }: { user: CurrentUser }) {
  const [search, setSearch] = useSearchParams()
  const leave = useLogoutAndRedirect()
  const tab = search.get('tab') === 'security' ? 'security' : 'information'
  return (
    <Page title="profile" width="narrow">
      <Link to={paths.home} className={styles.back}>
        <ArrowLeft aria-hidden />
        Back to Home
      </Link>
      <Card>
        <div className={styles.head}>
          <ProfileImage user={user} />
          <div className={styles.who}>
            <h1 className={styles.name}>{user.display_name.trim() || 'Your Profile'}</h1>
            <p className="soft">{user.email}</p>
            <Link to={paths.player(user.id)} className={styles.page}>
              your player page
            </Link>
          </div>
        </div>
        <Tabs
          label="profile"
          value={tab}
          onValueChange={(chosen) =>
            setSearch(chosen === 'security' ? { tab: chosen } : {}, { replace: true })
          }
          tabs={[
            {
              value: 'information',
              label: 'Profile Information',
              panel: (
                <div className={styles.sections}>
                  <NameForm user={user} />
                  <PicksSwitch user={user} />
                  <Link to={paths.notificationSettings}>settings of notifications</Link>
                </div>
              ),
            },
            {
              value: 'security',
              label: 'Security',
              panel: (
                <div className={styles.sections}>
                  <PasswordForm email={user.email} />
                  <Link to={paths.apiKeys}>keys for programs of yours</Link>
                  <DeleteProfile email={user.email} />
                </div>
              ),
            },
          ]}
        />
        <div className={styles.leave}>
          <Button onClick={leave}>
            <LogOut aria-hidden />
            Log Out
          </Button>
        </div>
      </Card>
    </Page>
  )
}
