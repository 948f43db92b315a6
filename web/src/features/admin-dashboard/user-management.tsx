import { FIELD_LIMITS } from '@called-it/shared/contract/fields'
import { type ListedUser, userEndpoints } from '@called-it/shared/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './admin-dashboard.module.css'
import { Pager } from './pager.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { usePages } from './use-pages.ts'

/** Long enough for the next letter. */
const TYPING_MS = 250

/** Every account, searched by a part of its address or name. */
export function UserManagement() {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), TYPING_MS)
  return (
    <Card
      heading="user management"
      aside={
        <TextInput
          round
          type="search"
          aria-label="search users"
          placeholder="Search email or name..."
          autoComplete="off"
          maxLength={FIELD_LIMITS.email.max}
          className={styles.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      }
    >
      {/* Another search begins at its first page. */}
      <UserPages key={search} search={search} />
    </Card>
  )
}

function UserPages({ search }: { search: string }) {
  const pages = usePages()
  const { after } = pages
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: queryKeys.adminUsers(search, after),
    queryFn: ({ signal }) =>
      request(userEndpoints.listUsers, { query: { search, after: after?.toString() }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  if (isPending) return <TableSkeleton label="Loading users..." />
  if (isError && !data) {
    return (
      <EmptyState
        drawing="unplugged"
        title="The users could not be loaded."
        action={<Button onClick={() => void refetch()}>try again</Button>}
      />
    )
  }
  return (
    <>
      {data.users.length === 0 ? (
        <EmptyState title="no users found">
          {search === ''
            ? 'Everybody who registers appears here.'
            : 'Try another part of the email or the name.'}
        </EmptyState>
      ) : (
        <UserTable users={data.users} />
      )}
      <Pager label="users" pages={pages} next={data.next} />
    </>
  )
}

function UserTable({ users }: { users: readonly ListedUser[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">users</caption>
      <thead>
        <tr>
          <th scope="col">ID</th>
          <th scope="col">Email</th>
          <th scope="col">Display Name</th>
          <th scope="col">Admin</th>
          <th scope="col">Verified</th>
          <th scope="col">Created</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td data-label="ID" className={styles.short}>
              {user.id}
            </td>
            <th scope="row" data-label="Email">
              {user.email}
            </th>
            <td data-label="Display Name" className={styles.words}>
              {user.display_name || '-'}
            </td>
            <td data-label="Admin">{user.is_admin ? <Badge tone="light">Admin</Badge> : 'No'}</td>
            <td data-label="Verified">
              {user.email_verified ? <Badge tone="good">Verified</Badge> : <Badge>Unverified</Badge>}
            </td>
            <td data-label="Created" className={styles.short}>
              {plainDate(user.created_at)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
