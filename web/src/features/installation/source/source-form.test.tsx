import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import type { ImportCheck } from '@called-it/shared/contract/import-checks'
import {
  installationSettingsEndpoints,
  type SettingName,
  settingName,
} from '@called-it/shared/contract/installation-settings'
import {
  installationSourceEndpoints,
  type SourceStatus,
} from '@called-it/shared/contract/installation-source'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { openShow } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SourceForm } from './source-form.tsx'

const { getSourceStatus, testSource, findArtists, uploadSetlists } = installationSourceEndpoints
const { listInstallationSettings, changeInstallationSettings } = installationSettingsEndpoints

const DEMO: SourceStatus = { name: 'demo', host: null, upload: null }
const PHISHNET: SourceStatus = { name: 'phishnet', host: 'api.phish.net', upload: null }

function open(status: SourceStatus, origin: 'environment' | 'stored' | 'default', ...routes: FakeRoute[]) {
  const settings = settingName.options.map((name: SettingName) => ({
    ...{ name, value: null, default_value: null, is_unreadable: false, waits_for_restart: false },
    origin: name === 'SETLIST_SOURCE' ? origin : ('default' as const),
  }))
  const change = fake(changeInstallationSettings, { ok: { settings } })
  fakeApi(
    fake(getSourceStatus, { ok: status }),
    fake(listInstallationSettings, { ok: { settings } }),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
    change,
    ...routes,
  )
  const onSaved = vi.fn()
  const { user } = renderPage(<SourceForm onSaved={onSaved} />)
  return {
    user,
    change,
    onSaved,
    choose: async (name: string) =>
      user.selectOptions(await screen.findByLabelText('setlists come from'), name),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
  }
}

test('tests what is typed, shows what an import would read, and saves it', async () => {
  const next = [{ date: '2026-08-01', venue: 'Glass Hall', city: 'Bend' }]
  const preview = { shows: 2000, tours: 3, songs: 120, next, last: null }
  const route = fake(testSource, { ok: { preview, failure: null } })
  const { user, choose, press, change, onSaved } = open(DEMO, 'default', route)
  await choose('Songfish')
  await user.type(screen.getByLabelText('address of the API'), 'band.example')
  await press('test')
  const found = await screen.findByText('2,000 shows of 3 tours, 120 songs')
  expect(found.closest('[role=status]')?.textContent).toContain('August 1, 2026, Glass Hall, Bend')
  await press('save')
  const source = 'songfish:https://band.example/api/v2'
  expect(route.bodies).toEqual([{ source }])
  expect(change.bodies).toEqual([{ settings: { SETLIST_SOURCE: source } }])
  expect(onSaved).toHaveBeenCalledOnce()
})

test.each([
  ['unauthorized', null, /does not take this key/],
  ['limited', 3600, /Try again in 60 minutes/],
  ['limited', null, /Try again later/],
  ['page', null, /a web page at this address/],
  ['timeout', null, /does not answer in time/],
] as const)('says in plain words why a test fails: %s', async (reason, retry_after, words) => {
  const failure = { reason, retry_after, message: 'phish.net, the list of shows: the site responded' }
  const { user, choose, press } = open(DEMO, 'default', fake(testSource, { ok: { preview: null, failure } }))
  await choose('phish.net')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'test' }).disabled).toBe(true)
  await user.type(screen.getByLabelText('API key'), 'k3y')
  await press('test')
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  // Another key is another question.
  await user.type(screen.getByLabelText('API key'), '4')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps a stored key while something else is changed', async () => {
  const { user, press, change } = open(PHISHNET, 'stored')
  expect(await screen.findByText(/In effect: phish.net \(api.phish.net\)/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe('')
  await user.click(screen.getByText('more'))
  await user.type(screen.getByLabelText('hours between imports'), '12')
  await press('save')
  expect(change.bodies).toEqual([{ settings: { IMPORT_EVERY: '12' } }])
})

test('shows what the environment sets, and changes nothing of it', async () => {
  open(PHISHNET, 'environment')
  expect(await screen.findByLabelText('setlists come from')).toMatchObject({
    disabled: true,
    value: 'phishnet',
  })
  expect(screen.queryByLabelText('API key')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'test' }).disabled).toBe(false)
})

test('finds an artist by name', async () => {
  const mbid = '0f2c6ad5-58a1-4d3c-9a53-6d4f0d2f7c11'
  const artists = [{ mbid, name: 'Tinhorn', disambiguation: 'of Bend' }]
  const { user, choose, press, change } = open(
    DEMO,
    'default',
    fake(findArtists, { ok: { artists, failure: null } }),
  )
  await choose('setlist.fm')
  await user.type(screen.getByLabelText('API key'), 'k3y')
  await user.type(screen.getByLabelText('artist'), 'tinhorn{Enter}')
  expect(change.bodies).toEqual([])
  await press('choose Tinhorn (of Bend)')
  await press('save')
  expect(change.bodies).toEqual([{ settings: { SETLIST_SOURCE: `setlistfm:k3y:${mbid}` } }])
})

test('reports faults of files, and uses them anyway', async () => {
  const fault = { file: 'rows.csv', row: 4, show: null, field: 'set', message: 'is not a set' }
  const check: ImportCheck = {
    ...{ upload: '20260130-0123abcd', refusal: null, question: null, changes: [] },
    faults: { count: 20, listed: Array.from({ length: 20 }, () => fault) },
    scores: { moved: 0, shows: 0, listed: [] },
  }
  const { user, choose, press, change } = open(DEMO, 'default', fake(uploadSetlists, { ok: check }))
  await choose('your own files')
  await user.upload(screen.getByLabelText('files'), new File(['x'], 'band.zip'))
  await press('upload and check')
  const faults = within(await screen.findByRole('list', { name: 'faults' }))
  expect(faults.getAllByRole('listitem')).toHaveLength(20)
  await press('use anyway')
  await press('save')
  expect(change.bodies).toEqual([
    { settings: { SETLIST_SOURCE: 'file:DATA_DIR/setlists/20260130-0123abcd' } },
  ])
})

test('says why files are refused', async () => {
  const refused = fake(uploadSetlists, { error: 'invalid', message: 'The file is damaged, or is not a ZIP.' })
  const { user, choose, press } = open(DEMO, 'default', refused)
  await choose('your own files')
  await user.upload(screen.getByLabelText('files'), new File(['x'], 'band.zip'))
  await press('upload and check')
  expect((await screen.findByRole('alert')).textContent).toContain('The file is damaged, or is not a ZIP.')
})

test('imports, and lists the first shows', async () => {
  const result = { message: '60 songs were read.', songs: 60, tours: 1, shows: 2 }
  const show = openShow(12, '2099-08-01', { venue: 'Glass Hall' })
  const { press, onSaved } = open(
    DEMO,
    'default',
    fake(catalogueEndpoints.importCatalogue, { ok: result }),
    fake(showEndpoints.listUpcomingShows, { ok: { shows: [show] } }),
  )
  await press('import now')
  expect(await screen.findByRole('link', { name: 'August 1, 2099, Glass Hall' })).toBeTruthy()
  expect(screen.getByText('60 songs were read.')).toBeTruthy()
  expect(onSaved).toHaveBeenCalled()
})
