import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { demoShowEndpoints } from '@called-it/shared/contract/demo-show'
import { fileEndpoints } from '@called-it/shared/contract/files'
import { noticeEndpoints } from '@called-it/shared/contract/notices'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { userEndpoints } from '@called-it/shared/contract/users'
import { site } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { DashboardPage } from './dashboard-page.tsx'

const NO_NOTICES = {
  shows: { count: 0, listed: [] },
  stopped_import: null,
  faults: null,
  failed_backup: null,
  song_renames: 0,
  unreadable_settings: [],
  reports: 0,
}

function open(...routes: Parameters<typeof fakeApi>) {
  const requests = fakeApi(
    ...routes,
    fake(siteEndpoints.getSite, { ok: site }),
    fake(siteEndpoints.getConfig, {
      ok: { config: { testModeEnabled: true, siteOverlayEnabled: false, version: 4 } },
    }),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
    fake(noticeEndpoints.listNotices, { ok: NO_NOTICES }),
    fake(showLockEndpoints.listShowTasks, { ok: { tasks: [] } }),
    fake(fileEndpoints.listUploads, { ok: { files: [], total: 0, next: null } }),
    fake(userEndpoints.listUsers, { ok: { users: [], next: null } }),
  )
  return { ...renderPage(<DashboardPage setup={null} tonight={<p>tonight's show</p>} />), requests }
}

const region = (name: RegExp | string) => screen.findByRole('region', { name })

describe('admin dashboard', () => {
  test('shows its title and its sections in order', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'admin dashboard' })).toBeTruthy()
    expect(document.title).toBe('Called It · admin dashboard')
    const sections = screen
      .getAllByRole('heading', { level: 2 })
      .map(({ firstChild }) => firstChild?.textContent)
    expect(sections).toEqual([
      'needs attention',
      'shows to check',
      'application settings',
      'tools',
      'file manager',
      'user management',
    ])
    const tools = await region('tools')
    const pages = within(screen.getByRole('navigation', { name: 'admin pages' })).getAllByRole('link')
    expect(pages.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['/admin', 'page'],
      ['/admin/people', null],
      ['/admin/system', null],
      ['/admin/audit', null],
      ['/admin/settings', null],
    ])
    const link = within(tools).getByRole('link', { name: 'score management' })
    expect(link.getAttribute('href')).toBe('/admin/scoring')
    expect(within(tools).getByRole('link', { name: 'songs' }).getAttribute('href')).toBe('/admin/songs')
  })
})

describe('admin dashboard: tools', () => {
  test('shows why the notebook was not updated', async () => {
    const { user } = open(
      fake(catalogueEndpoints.updateNotebook, { error: 'source_failed', message: 'the site was away' }),
    )
    await screen.findByText(/notebook of Wren Alder/)
    await user.click(screen.getByRole('button', { name: 'update notebook songs' }))
    expect(await screen.findByText('Update Failed')).toBeTruthy()
    expect(screen.getByText('the site was away')).toBeTruthy()
  })

  test.each([
    ['without the demo', { isDemo: false, testModeEnabled: true }],
    ['while test mode is off', { isDemo: true, testModeEnabled: false }],
  ])('offers no demo show %s', async (_title, { isDemo, testModeEnabled }) => {
    open(
      fake(siteEndpoints.getSite, { ok: { ...site, isDemo } }),
      fake(siteEndpoints.getConfig, {
        ok: { config: { testModeEnabled, siteOverlayEnabled: false, version: 4 } },
      }),
    )
    await screen.findByText(/notebook of Wren Alder/)
    expect(screen.queryByRole('button', { name: 'play demo show' })).toBeNull()
  })

  test('plays a demo show', async () => {
    const { user } = open(
      fake(siteEndpoints.getSite, { ok: { ...site, isDemo: true } }),
      fake(demoShowEndpoints.playDemoShow, { accepted: { runId: 9, status: 'queued' } }),
    )
    await user.click(await screen.findByRole('button', { name: 'play demo show' }))
    expect(await screen.findByRole('button', { name: 'playing...' })).toBeTruthy()
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

describe('admin dashboard: application settings', () => {
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
