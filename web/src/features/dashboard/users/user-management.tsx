import { FIELD_LIMITS } from '@called-it/shared/contract/entered-fields'
import { liveEditingEndpoints } from '@called-it/shared/contract/live-editing'
import { type ListedUser, userEndpoints } from '@called-it/shared/contract/users'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { useDebounced } from '../../../lib/hooks/use-debounced.ts'
import { paths } from '../../../lib/paths.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { SwitchInput } from '../../../ui/switch.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from '../dashboard.module.css'
import { Pager } from '../pager.tsx'
import { usePages } from '../use-pages.ts'
import { EndSessions } from './end-sessions.tsx'
import { SuspendUser } from './suspend-user.tsx'

const DEBOUNCE_MS = 250

const columns = (): readonly TableColumn<ListedUser>[] => [
  {
    header: t('admin.user-id'),
    className: styles.short,
    cell: ({ id }) => <Link to={paths.auditOf(id)}>{id}</Link>,
  },
  { header: t('admin.user-email'), isRowHeader: true, cell: ({ email }) => email },
  { header: t('admin.user-name'), className: styles.words, cell: ({ display_name }) => display_name || '-' },
  {
    header: t('admin.user-admin'),
    cell: ({ is_admin }) => (is_admin ? <Badge>{t('admin.user-admin')}</Badge> : t('admin.not-admin')),
  },
  { header: t('admin.operator'), cell: (user) => <LiveOperatorSwitch user={user} /> },
  {
    header: t('admin.user-verified'),
    cell: ({ email_verified }) =>
      email_verified ? (
        <Badge tone="good">{t('admin.verified')}</Badge>
      ) : (
        <Badge>{t('admin.unverified')}</Badge>
      ),
  },
  {
    header: t('admin.user-created'),
    className: styles.short,
    cell: ({ created_at }) => plainDate(created_at),
  },
  {
    header: t('admin.user-actions'),
    cell: (user) => (
      <div className={styles.actions}>
        <EndSessions user={user} />
        <SuspendUser user={user} />
      </div>
    ),
  },
]

export function UserManagement() {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), DEBOUNCE_MS)
  return (
    <Card
      heading={t('admin.users')}
      aside={
        <TextInput
          round
          type="search"
          aria-label={t('admin.search-users')}
          placeholder={t('admin.search-by')}
          autoComplete="off"
          maxLength={FIELD_LIMITS.email.max}
          className={styles.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      }
    >
      {/* The key makes another search begin at its first page. */}
      <UserPages key={search} search={search} />
    </Card>
  )
}

function UserPages({ search }: { search: string }) {
  const pages = usePages()
  const { after } = pages
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.adminUsers(search, after),
    queryFn: ({ signal }) =>
      request(userEndpoints.listUsers, { query: { search, after: after?.toString() }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  useServerEvent('users:deleted', () => void refetch())
  if (!data)
    return <NotLoaded what={t('admin.users-what')} query={{ isError, refetch }} blocks={[3, '44px']} />
  return (
    <>
      {data.users.length === 0 ? (
        <EmptyState title={t('admin.no-users')}>
          {search === '' ? t('admin.users-empty') : t('admin.users-hint')}
        </EmptyState>
      ) : (
        <Table
          stacked
          caption={t('admin.users-table')}
          className={styles.table}
          columns={columns()}
          rows={data.users}
          rowKey={({ id }) => id}
        />
      )}
      <Pager label={t('admin.pages-users')} pages={pages} next={data.next} />
    </>
  )
}

function LiveOperatorSwitch({ user: { id, email, is_live_operator } }: { user: ListedUser }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      request(liveEditingEndpoints.setLiveOperator, {
        params: { userId: id },
        body: { is_live_operator: isOn },
      }),
    // Pending until the list is there again, so that the switch does not jump back.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.allAdminUsers }),
    onError: (error) => toastAdminFailure(t('admin.not-operator'), error),
  })
  return (
    <SwitchInput
      aria-label={t('admin.operator-of', { email })}
      checked={change.isPending ? change.variables : is_live_operator}
      busy={change.isPending}
      onCheckedChange={(isOn) => change.mutate(isOn)}
    />
  )
}
