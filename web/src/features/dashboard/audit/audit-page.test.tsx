import { type AuditLogEntry, auditEndpoints } from '@called-it/shared/contract/audit-log'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AuditPage } from './audit-page.tsx'

const entry: AuditLogEntry = {
  id: 9,
  at: '2026-01-02T12:00:00Z',
  actor: { id: 7, display_name: 'Ann Alder' },
  action: 'user:suspended',
  subject: 'user:8',
  address: '192.0.2.7',
  details: { reason: 'An insult.', picks: [1, 2] },
}
const others: AuditLogEntry[] = [
  { ...entry, id: 5, actor: 'visitor', subject: null, address: null, details: {} },
  { ...entry, id: 4, actor: 'command-line', subject: 'show:3' },
  { ...entry, id: 3, actor: 'program', details: { form: 'x'.repeat(300) } },
]
const page = { entries: [entry, ...others], actions: ['user:logged-in', 'user:suspended'], next: null }

function open(at = '/admin/audit', ...routes: Parameters<typeof fakeApi>) {
  const requests = fakeApi(...routes, fake(auditEndpoints.readAuditLog, { ok: page }))
  return { ...renderPage(<AuditPage />, { at }), requests }
}
const table = () => screen.findByRole('table', { name: 'audit log' })

test('shows who did what, with links to what concerns a user, and to shows', async () => {
  open()
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
  const cells = rows.map((row) => textsOf(row, 'cell'))
  expect(cells.slice(0, 3)).toEqual([
    ['Ann Alder user:7', 'user:suspended', 'user:8', '192.0.2.7', 'reason: An insult., picks: [1,2]'],
    ['visitor', 'user:suspended', '-', '-', ''],
    ['command line', 'user:suspended', 'show:3', '192.0.2.7', 'reason: An insult., picks: [1,2]'],
  ])
  expect(cells[3]?.[0]).toBe('by itself')
  expect(cells[3]?.at(-1)).toHaveLength(201)
  const links = within(await table()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    ...['/players/7', '/admin/audit?user=7', '/admin/audit?user=8'],
    ...['/admin/shows/3', '/admin/audit?user=8'],
  ])
  expect(screen.getByText(/kept for 180 days/)).toBeTruthy()
})

test('keeps the filters in the address, and begins each at its first page', async () => {
  const { user, requests, address } = open(
    '/admin/audit?action=user:suspended&from=never',
    fake(auditEndpoints.readAuditLog, ({ query }) => ({
      ok: { ...page, next: query.has('before') ? null : 3 },
    })),
  )
  const action = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'action' })
  expect(action.value).toBe('user:suspended')
  await table()
  expect(requests.at(-1)).toBe('GET /api/admin/audit?action=user%3Asuspended')
  await user.click(screen.getByRole('button', { name: 'next' }))
  await waitFor(() => expect(requests.at(-1)).toContain('before=3'))
  await user.selectOptions(action, 'all actions')
  await user.type(screen.getByRole('textbox', { name: 'user id' }), '12')
  fireEvent.change(screen.getByLabelText('to day (UTC)'), { target: { value: '2026-01-31' } })
  expect(address()).toBe('/admin/audit?user=12&to=2026-01-31')
  await waitFor(() => expect(requests.at(-1)).toBe('GET /api/admin/audit?user=12&to=2026-01-31'))
  await user.clear(screen.getByRole('textbox', { name: 'user id' }))
  expect(address()).toBe('/admin/audit?to=2026-01-31')
})

test('says that nothing matches, and tries again after a failure', async () => {
  const { user } = open(
    '/admin/audit',
    failOnce(auditEndpoints.readAuditLog, { ok: { entries: [], actions: [], next: null } }),
  )
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findByText('no such entries')).toBeTruthy()
})
