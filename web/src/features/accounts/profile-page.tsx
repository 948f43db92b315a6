import { accountEndpoints, profileBody } from '@called-it/shared/contract/accounts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, LogOut } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router-dom'
import { setCurrentUser, useCurrentUser } from '../../lib/account/session.ts'
import { useLogoutAndRedirect } from '../../lib/account/use-logout-and-redirect.ts'
import { request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Page } from '../../ui/page.tsx'
import { PageRow } from '../../ui/page-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm } from './account-form.tsx'
import { DeleteProfile } from './delete-profile.tsx'
import { PasswordForm } from './password-form.tsx'
import styles from './profile.module.css'
import { showChangedUser, toastUnchanged } from './profile-changes.ts'
import { ProfileImage } from './profile-image.tsx'
import { YourData } from './your-data.tsx'

export function ProfilePage() {
  const { user } = useCurrentUser()
  return user && <Profile key={user.id} user={user} />
}

function Profile({ user }: { user: CurrentUser }) {
  const [search, setSearch] = useSearchParams()
  const leave = useLogoutAndRedirect()
  const tab = search.get('tab') === 'security' ? 'security' : 'information'
  return (
    <Page title={t('account.profile')} width="narrow">
      <Link to={paths.home} className={styles.back}>
        <ArrowLeft aria-hidden size={18} />
        {t('account.to-home')}
      </Link>
      <Card>
        <div className={styles.head}>
          <ProfileImage user={user} />
          <div className="anywhere">
            <h1 className={styles.name}>{user.display_name.trim() || t('account.your-profile')}</h1>
            <p className="soft">{user.email}</p>
            <Link to={paths.player(user.id)} className={styles.page}>
              {t('account.player-page')}
            </Link>
          </div>
        </div>
        <ul className={styles.rows}>
          <PageRow to={paths.notifications} name={t('account.notices')} />
          <PageRow to={paths.notificationSettings} name={t('account.notice-set')} />
          <PageRow to={paths.access} name={t('access.title')} />
          <PageRow to={paths.apiKeys} name={t('account.developers')}>
            {t('account.api-keys')}
          </PageRow>
        </ul>
        <Tabs
          label={t('account.profile')}
          value={tab}
          onValueChange={(chosen) =>
            setSearch(chosen === 'security' ? { tab: chosen } : {}, { replace: true })
          }
          tabs={[
            {
              value: 'information',
              label: t('account.info'),
              panel: (
                <div className={styles.sections}>
                  <NameForm user={user} />
                  <PicksSwitch user={user} />
                  <LanguageSwitch hasLabel />
                </div>
              ),
            },
            {
              value: 'security',
              label: t('account.security'),
              panel: (
                <div className={styles.sections}>
                  <PasswordForm user={user} />
                  <YourData />
                  <DeleteProfile />
                </div>
              ),
            },
          ]}
        />
        <div className={styles.leave}>
          <Button onClick={leave}>
            <LogOut aria-hidden />
            {t('account.log-out')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}

const nameBody = profileBody.pick({ display_name: true }).required()

function NameForm({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(nameBody),
    defaultValues: { display_name: user.display_name },
  })
  const update = useMutation({
    mutationFn: (body: { display_name: string }) => request(accountEndpoints.updateProfile, { body }),
    onSuccess: async (changed) => {
      await showChangedUser(queryClient, changed)
      reset({ display_name: changed.display_name })
      toast({ title: t('account.updated') })
    },
    onError: (error) => {
      showIssues(error, ['display_name'], setError)
      toastUnchanged(queryClient, t('account.not-updated'), error)
    },
  })
  return (
    <AccountForm onSubmit={handleSubmit((body) => update.mutate(body))}>
      <Field label={t('account.profile-name')} error={formState.errors.display_name?.message}>
        {(wiring) => <TextInput autoComplete="nickname" {...wiring} {...register('display_name')} />}
      </Field>
      <SubmitButton busy={update.isPending} busyText={t('account.updating')}>
        {t('account.update')}
      </SubmitButton>
    </AccountForm>
  )
}

function PicksSwitch({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const update = useMutation({
    mutationFn: (shows_picks: boolean) => request(accountEndpoints.updateProfile, { body: { shows_picks } }),
    onSuccess: async (changed) => {
      await setCurrentUser(queryClient, changed)
      toast({ title: t('account.updated') })
    },
    onError: (error) => toastUnchanged(queryClient, t('account.not-updated'), error),
  })
  return (
    <Switch
      label={t('account.shows-picks')}
      description={t('account.picks-public')}
      checked={update.isPending ? update.variables : user.shows_picks}
      busy={update.isPending}
      onCheckedChange={update.mutate}
    />
  )
}
