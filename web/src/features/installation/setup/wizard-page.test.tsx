import { installationSettingsEndpoints, settingName } from '@called-it/shared/contract/installation-settings'
import { SETUP_STEPS, type SetupStep, setupStateEndpoints } from '@called-it/shared/contract/setup-steps'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { site } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { SetupCard } from './setup-card.tsx'
import { WizardPage } from './wizard-page.tsx'

beforeEach(() => localStorage.clear())

const SHOW = { id: 7, venue: 'The Pier', date: '2030-05-04' }

const settings = settingName.options.map((name) => ({
  ...{ name, origin: 'default' as const, value: null, default_value: null },
  ...{ is_unreadable: false, waits_for_restart: false },
}))

function open(at: string, done: SetupStep[], next_show: typeof SHOW | null = null) {
  fakeApi(
    fake(setupStateEndpoints.getSetupState, { ok: { done, next_show } }),
    fake(installationSettingsEndpoints.listInstallationSettings, { ok: { settings } }),
  )
  return renderPage(<WizardPage />, { at, pattern: '/admin/setup' })
}

test('begins with the first step that is left, and leads through all of them', async () => {
  const { user, address } = open('/admin/setup', ['band', 'source', 'mail', 'sign-ups'])
  await waitFor(() => expect(address()).toBe('/admin/setup?step=address'))
  const steps = within(await screen.findByRole('navigation', { name: 'steps' }))
  expect(steps.getAllByRole('link').map(({ textContent }) => textContent?.trim())).toEqual([
    ...['done: the band', 'done: setlists', 'done: mail', 'address', 'done: sign-ups', 'first backup'],
  ])
  expect(steps.getByRole('link', { name: 'address' }).getAttribute('aria-current')).toBe('page')
  await user.click(await screen.findByRole('link', { name: 'skip' }))
  expect(address()).toBe('/admin/setup?step=sign-ups')
  await user.click(await screen.findByRole('link', { name: 'next' }))
  await user.click(await screen.findByRole('link', { name: 'back' }))
  expect(address()).toBe('/admin/setup?step=sign-ups')
  await user.click(steps.getByRole('link', { name: 'first backup' }))
  await user.click(await screen.findByRole('link', { name: 'skip' }))
  expect(await screen.findByText(/^2 steps are left/)).toBeTruthy()
  expect(address()).toBe('/admin/setup?step=end')
})

test('ends with the next show', async () => {
  open('/admin/setup', [...SETUP_STEPS], SHOW)
  const link = await screen.findByRole('link', { name: 'The Pier, Saturday, May 4, 2030' })
  expect(link.getAttribute('href')).toBe('/shows/7')
  expect(screen.getByText('Everything is set up.')).toBeTruthy()
})

function openCard(done: SetupStep[], isDemo = false) {
  const requests = fakeApi(
    fake(siteEndpoints.getSite, { ok: { ...site, isDemo } }),
    fake(setupStateEndpoints.getSetupState, { ok: { done, next_show: null } }),
  )
  return { ...renderPage(<SetupCard />), requests }
}

test('reminds on the dashboard of what is left, until it is hidden', async () => {
  const { user, unmount } = openCard(['band', 'mail'])
  expect(await screen.findByRole('heading', { name: 'finish setting up: 2 of 6' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'go on setting up' })
  expect(link.getAttribute('href')).toBe('/admin/setup')
  await user.click(screen.getByRole('button', { name: 'hide this' }))
  expect(screen.queryByRole('heading')).toBeNull()
  unmount()
  const { requests } = openCard(['band'])
  await waitFor(() => expect(requests).toEqual(['GET /api/site']))
})

test('keeps no place for the reminder once all is done, and none in the demo', async () => {
  const { unmount } = openCard([...SETUP_STEPS])
  await waitFor(() => expect(localStorage).toHaveLength(1))
  expect(screen.queryByRole('heading')).toBeNull()
  unmount()
  localStorage.clear()
  const { requests } = openCard([], true)
  await waitFor(() => expect(requests).toEqual(['GET /api/site']))
  expect(screen.queryByRole('heading')).toBeNull()
})
