import { liveEditingEndpoints } from '@called-it/shared/contract/live-editing'
import { moderationEndpoints } from '@called-it/shared/contract/moderation'
import { type ListedUser, userEndpoints } from '@called-it/shared/contract/users'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { UserManagement } from './user-management.tsx'

const user: ListedUser = {
  id: 7,
  email: 'ann@example.test',
  display_name: 'Ann Alder',
  is_admin: false,
  is_live_operator: false,
  email_verified: true,
  is_suspended: false,
  created_at: '2026-01-01T00:00:00Z',
}

/** The server's state, changed by the tests. */
let listed: ListedUser[]

beforeEach(() => {
  listed = [user]
})

function openUsers(...routes: Parameters<typeof fakeApi>) {
  const requests = fakeApi(
    ...routes,
    fake(userEndpoints.listUsers, () => ({ ok: { users: listed, next: null } })),
  )
  return { ...renderPage(<UserManagement />), requests }
}

describe('user management', () => {
  test('ends the sessions of a user after a confirmation', async () => {
    const page = openUsers(fake(userEndpoints.endSessions, { ok: { ended: 2 } }))
    await page.user.click(await screen.findByRole('button', { name: 'end sessions of ann@example.test' }))
    await page.user.click(await screen.findByRole('button', { name: 'yes, end them' }))
    expect(await screen.findByText('2 sessions of ann@example.test')).toBeTruthy()
    expect(page.requests).toContain('DELETE /api/admin/users/7/sessions')
  })

  test('suspends a user with a reason and lifts that', async () => {
    const set = (isSuspended: boolean) => () => {
      listed = [{ ...user, is_suspended: isSuspended }]
      return { ok: { suspended: [] } }
    }
    const suspending = fake(moderationEndpoints.suspendUser, set(true))
    const page = openUsers(suspending, fake(moderationEndpoints.liftSuspension, set(false)))
    await page.user.click(await screen.findByRole('button', { name: 'suspend: ann@example.test' }))
    await page.user.type(await screen.findByLabelText('Reason'), 'An insult.')
    await page.user.click(screen.getByRole('button', { name: 'yes, suspend' }))
    await page.user.click(await screen.findByRole('button', { name: 'lift suspension: ann@example.test' }))
    expect(await screen.findByRole('button', { name: 'suspend: ann@example.test' })).toBeTruthy()
    expect(suspending.bodies).toEqual([{ reason: 'An insult.' }])
    expect(page.requests).toContain('DELETE /api/admin/users/7/suspension')
  })

  test('makes a user a live operator, and says when that failed', async () => {
    let failures = 1
    const page = openUsers(
      fake(liveEditingEndpoints.setLiveOperator, () => {
        if (failures-- > 0) return { error: 'internal' }
        listed = [{ ...user, is_live_operator: true }]
        return { ok: { is_live_operator: true } }
      }),
    )
    const findSwitch = () =>
      screen.findByRole<HTMLInputElement>('switch', { name: 'live operator: ann@example.test' })
    await page.user.click(await findSwitch())
    expect(await screen.findByText('Failed to change the live operator')).toBeTruthy()
    expect((await findSwitch()).checked).toBe(false)
    await page.user.click(await findSwitch())
    await waitFor(() => expect(page.requests.at(-1)).toMatch('GET /api/admin/users'))
    expect(page.requests).toContain('PUT /api/admin/users/7/live-operator')
    await waitFor(async () => expect((await findSwitch()).getAttribute('aria-busy')).toBeNull())
    expect((await findSwitch()).checked).toBe(true)
  })

  test('lists accounts', async () => {
    listed = [
      user,
      { ...user, id: 8, email: 'boss@example.test', display_name: '', is_admin: true, email_verified: false },
    ]
    openUsers()
    const table = await screen.findByRole('table', { name: 'users' })
    const headers = textsOf(table, 'columnheader')
    expect(headers).toEqual([
      'ID',
      'Email',
      'Display Name',
      'Admin',
      'Live operator',
      'Verified',
      'Created',
      'Actions',
    ])
    const ids = within(table).getAllByRole('link')
    expect(ids.map((id) => id.getAttribute('href'))).toEqual(['/admin/audit?user=7', '/admin/audit?user=8'])
    const cellsOf = (name: RegExp) => textsOf(within(table).getByRole('row', { name }), 'cell')
    expect(cellsOf(/ann@/)).toEqual([
      '7',
      'Ann Alder',
      'No',
      '',
      'Verified',
      'January 1, 2026',
      'end sessionssuspend',
    ])
    expect(cellsOf(/boss@/)).toEqual([
      '8',
      '-',
      'Admin',
      '',
      'Unverified',
      'January 1, 2026',
      'end sessionssuspend',
    ])
  })

  test('lists no deleted user', async () => {
    openUsers()
    await screen.findByText(user.email)
    listed = []
    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [user.id] }))
    await waitFor(() => expect(screen.queryByText(user.email)).toBeNull())
  })

  test('pages through users and begins a search at the first page', async () => {
    const { user: reader, requests } = openUsers(
      fake(userEndpoints.listUsers, ({ query }) => {
        const after = Number(query.get('after') ?? 0)
        const row = { ...user, id: after + 1, email: `fan-${after}@example.test` }
        return { ok: { users: [row], next: after < 20 ? after + 10 : null } }
      }),
    )
    await screen.findByText('fan-0@example.test')
    const pages = screen.getByRole('navigation', { name: 'pages of users' })
    await reader.click(within(pages).getByRole('button', { name: 'next' }))
    expect(await screen.findByText('fan-10@example.test')).toBeTruthy()
    await reader.click(within(pages).getByRole('button', { name: 'next' }))
    expect(await screen.findByText('fan-20@example.test')).toBeTruthy()
    expect(within(pages).getByRole<HTMLButtonElement>('button', { name: 'next' }).disabled).toBe(true)
    await reader.click(within(pages).getByRole('button', { name: 'previous' }))
    expect(await screen.findByText('fan-10@example.test')).toBeTruthy()
    await reader.type(screen.getByRole('searchbox', { name: 'search users' }), 'fan')
    expect(await screen.findByText('fan-0@example.test')).toBeTruthy()
    expect(requests.at(-1)).toBe('GET /api/admin/users?search=fan')
  })

  test('retries when the users could not be loaded', async () => {
    const { user: reader } = openUsers(
      failOnce(userEndpoints.listUsers, { ok: { users: [user], next: null } }),
    )
    const management = await screen.findByRole('region', { name: 'user management' })
    expect(await within(management).findByText('The users could not be loaded.')).toBeTruthy()
    await reader.click(within(management).getByRole('button', { name: 'try again' }))
    expect(await screen.findByText('ann@example.test')).toBeTruthy()
  })
})
