import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { fileEndpoints, type UploadedFile } from '@called-it/shared/contract/files'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { scoringEndpoints } from '@called-it/shared/contract/scoring'
import { type Config, siteEndpoints } from '@called-it/shared/contract/site'
import { type ListedUser, userEndpoints } from '@called-it/shared/contract/users'
import { runOf, site } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/live/deliver.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { AdminDashboardPage } from './admin-dashboard-page.tsx'

const updated = { message: '12 songs were read.', songs: 12, tours: 0, shows: 0 }

const endedImport = runOf({
  id: 9,
  kind: 'import-catalogue',
  subject: 'catalogue',
  showId: null,
  result: updated,
})

const file: UploadedFile = {
  name: 'avatar-7.webp',
  type: 'image',
  size: 1_536,
  created: '2026-01-02T23:00:00Z',
  path: '/api/avatars/7/hash.webp',
}

const user: ListedUser = {
  id: 7,
  email: 'ann@example.test',
  display_name: 'Ann Alder',
  is_admin: false,
  email_verified: true,
  created_at: '2026-01-01T00:00:00Z',
}

/** The server's state, changed by the tests. */
let held: { config: Config; files: UploadedFile[]; users: ListedUser[] }

beforeEach(() => {
  held = {
    config: { testModeEnabled: true, siteOverlayEnabled: false, version: 4 },
    files: [],
    users: [],
  }
})

type Routes = Parameters<typeof fakeApi>

function open(...routes: Routes) {
  const requests = fakeApi(
    ...routes,
    fake(siteEndpoints.getSite, { ok: site }),
    fake(siteEndpoints.getConfig, () => ({ ok: { config: held.config } })),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
    fake(fileEndpoints.listUploads, () => ({
      ok: { files: held.files, total: held.files.length, next: null },
    })),
    fake(userEndpoints.listUsers, () => ({ ok: { users: held.users, next: null } })),
  )
  return { ...renderPage(<AdminDashboardPage operations={<p>the operations</p>} />), requests }
}

const region = (name: RegExp | string) => screen.findByRole('region', { name })
const refused = { error: 'not_allowed' } as const

test('shows its title and its sections in order', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'admin dashboard' })).toBeTruthy()
  expect(document.title).toBe('Called It · admin dashboard')
  const sections = screen
    .getAllByRole('heading', { level: 2 })
    .map(({ firstChild }) => firstChild?.textContent)
  expect(sections).toEqual(['tools', 'application settings', 'file manager', 'user management'])
  const tools = await region('tools')
  expect(tools.nextElementSibling?.textContent).toBe('the operations')
  const link = within(tools).getByRole('link', { name: 'score management' })
  expect(link.getAttribute('href')).toBe('/admin/scoring')
})

describe('tools', () => {
  test('shows why the notebook was not updated', async () => {
    const { user } = open(
      fake(catalogueEndpoints.updateNotebook, { error: 'source_failed', message: 'the site was away' }),
    )
    await screen.findByText(/notebook of Wren Alder/)
    await user.click(screen.getByRole('button', { name: 'update notebook songs' }))
    expect(await screen.findByText('Update Failed')).toBeTruthy()
    expect(screen.getByText('the site was away')).toBeTruthy()
  })

  test('imports the catalogue and toasts the end of a long run', async () => {
    const { user, queryClient } = open(
      fake(catalogueEndpoints.importCatalogue, { accepted: { runId: 9, status: 'queued' } }),
    )
    await user.click(await screen.findByRole('button', { name: 'import the catalogue' }))
    expect(await screen.findByRole('button', { name: 'importing...' })).toBeTruthy()
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.runs)).toBeDefined())
    act(() => deliver('run:changed', { topic: 'runs', from: 1, to: 2, runs: [endedImport] }))
    expect(await screen.findByText('Import Successful')).toBeTruthy()
  })

  test('resets all scores after a confirmation', async () => {
    const ok = { message: '60 shows were reset.', shows: 60, predictions: 900 }
    const { user, requests } = open(fake(scoringEndpoints.resetScores, { ok }))
    await user.click(await screen.findByRole('button', { name: 'reset scores' }))
    const question = await screen.findByRole('alertdialog', { name: 'Are you absolutely sure?' })
    expect(question.textContent).toMatch(
      /set to null.*marked unscored.*mainly for testing.*affects all users/,
    )
    await user.click(within(question).getByRole('button', { name: 'cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'reset scores' }))
    await user.click(await screen.findByRole('button', { name: 'yes, reset all scores' }))
    expect(await screen.findByText('Reset Successful')).toBeTruthy()
    expect(screen.getByText('60 shows were reset.')).toBeTruthy()
  })

  test('shows the fallback when a reset fails without a message', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'reset scores' }))
    await user.click(await screen.findByRole('button', { name: 'yes, reset all scores' }))
    expect(await screen.findByText('Reset Failed')).toBeTruthy()
    expect(screen.getByText('Failed to reset prediction scores')).toBeTruthy()
  })
})

describe('application settings', () => {
  const overlay = () => screen.findByRole('switch', { name: 'show overlay' })
  const isOn = (control: HTMLElement) => control.getAttribute('aria-checked') === 'true'

  test('keeps the settings when a change fails', async () => {
    const { user } = open(fake(siteEndpoints.changeConfig, { error: 'internal' }))
    await user.click(await overlay())
    expect(await screen.findByText('Update Failed')).toBeTruthy()
    expect(screen.getByText('Failed to update application settings.')).toBeTruthy()
    expect(screen.getByText('Failed to update configuration')).toBeTruthy()
    await waitFor(async () => expect(isOn(await overlay())).toBe(false))
  })
})

describe('file manager', () => {
  test('shows that there are no files and disables the download', async () => {
    open()
    const manager = await region(/file manager/)
    expect(await within(manager).findByText('no uploaded files found')).toBeTruthy()
    expect(within(manager).getByText('0 files in uploads')).toBeTruthy()
    expect(
      within(manager).getByRole<HTMLButtonElement>('button', { name: 'download all files' }).disabled,
    ).toBe(true)
  })

  test('lists files with type, size, date and path', async () => {
    held.files = [file]
    open()
    const row = await screen.findByRole('row', { name: /avatar-7/ })
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells).toEqual(['image', '1.5 KB', 'January 2, 2026', '/api/avatars/7/hash.webp'])
  })

  test.each([
    ['the right has ended', refused, 'Unauthorized'],
    ['the server is unavailable', { error: 'unavailable' } as const, 'Download Failed'],
  ])('toasts when a download fails because %s', async (_, response, title) => {
    held.files = [file]
    const { user } = open(fake(fileEndpoints.downloadUploads, response))
    await screen.findByText('avatar-7.webp')
    await user.click(screen.getByRole('button', { name: 'download all files' }))
    expect(await screen.findByText(title)).toBeTruthy()
  })

  test('toasts when a download breaks off', async () => {
    held.files = [file]
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    const zip = Promise.withResolvers<Blob>()
    const { user } = open()
    await screen.findByText('avatar-7.webp')
    const response = Object.assign(new Response(), { blob: () => zip.promise })
    vi.stubGlobal('fetch', async () => response)
    await user.click(screen.getByRole('button', { name: 'download all files' }))
    expect(await screen.findByText('Download Started')).toBeTruthy()
    zip.reject(new TypeError('network error'))
    expect(await screen.findByText('Download Failed')).toBeTruthy()
    expect(save).not.toHaveBeenCalled()
  })
})

describe('user management', () => {
  test('ends the sessions of a user after a confirmation', async () => {
    held.users = [user]
    const page = open(fake(userEndpoints.endSessions, { ok: { ended: 2 } }))
    await page.user.click(await screen.findByRole('button', { name: 'end sessions of ann@example.test' }))
    await page.user.click(await screen.findByRole('button', { name: 'yes, end them' }))
    expect(await screen.findByText('2 sessions of ann@example.test')).toBeTruthy()
    expect(page.requests).toContain('DELETE /api/admin/users/7/sessions')
  })

  test('lists accounts', async () => {
    held.users = [
      user,
      { ...user, id: 8, email: 'boss@example.test', display_name: '', is_admin: true, email_verified: false },
    ]
    open()
    const table = await screen.findByRole('table', { name: 'users' })
    const headers = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(headers).toEqual(['ID', 'Email', 'Display Name', 'Admin', 'Verified', 'Created', 'Sessions'])
    const cellsOf = (name: RegExp) =>
      within(within(table).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cellsOf(/ann@/)).toEqual(['7', 'Ann Alder', 'No', 'Verified', 'January 1, 2026', 'end sessions'])
    expect(cellsOf(/boss@/)).toEqual(['8', '-', 'Admin', 'Unverified', 'January 1, 2026', 'end sessions'])
  })

  test('pages through users and begins a search at the first page', async () => {
    const { user: reader, requests } = open(
      fake(userEndpoints.listUsers, ({ query }) => {
        const after = Number(query.get('after') ?? 0)
        const listed = { ...user, id: after + 1, email: `fan-${after}@example.test` }
        return { ok: { users: [listed], next: after < 20 ? after + 10 : null } }
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
    const { user: reader } = open(failOnce(userEndpoints.listUsers, { ok: { users: [user], next: null } }))
    const management = await region('user management')
    expect(await within(management).findByText('The users could not be loaded.')).toBeTruthy()
    await reader.click(within(management).getByRole('button', { name: 'try again' }))
    expect(await screen.findByText('ann@example.test')).toBeTruthy()
  })
})
