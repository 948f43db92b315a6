import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { type AdminNotices, noticeEndpoints } from '@called-it/shared/contract/notices'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { openShow, runOf } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { NoticesCard } from './notices-card.tsx'

const { listNotices } = noticeEndpoints

const NONE: AdminNotices = {
  shows: { count: 0, listed: [] },
  stopped_import: null,
  faults: null,
  failed_backup: null,
  song_renames: 0,
  reports: 0,
  unreadable_settings: [],
}
const show = { ...openShow(4, '2031-03-05'), venue: 'The Barn' }
const at = '2031-03-06T10:00:00.000Z'

const waiting = (given: Partial<AdminNotices['shows']['listed'][number]>): AdminNotices => ({
  ...NONE,
  shows: { count: 1, listed: [{ show, setlist: null, unscored: 0, ...given }] },
})

const stopped: AdminNotices = {
  ...NONE,
  stopped_import: {
    ...{ run_id: 7, at, code: 'import_retires_many' },
    message: 'This import would retire 40 of 100 songs. Nothing was stored.',
  },
}

/** The server's state, changed by the tests. */
let notices: AdminNotices

async function openCard(held: AdminNotices, ...routes: Parameters<typeof fakeApi>) {
  notices = held
  fakeApi(
    ...routes,
    fake(listNotices, () => ({ ok: notices })),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
  )
  const page = renderPage(<NoticesCard />)
  await page.user.click(await screen.findByText('1 notice'))
  return page
}

const isQuiet = () => screen.findByText('Nothing needs attention.')

describe('card of notices', () => {
  test.each([
    [{ unscored: 12 }, '12 fans waiting for a score.'],
    [
      { setlist: { change: 'arrived' as const, at }, unscored: 1 },
      'Its setlist arrived on March 6, 2031. 1 fan waiting for a score.',
    ],
    [
      { setlist: { change: 'corrected' as const, at }, show: { ...show, is_scored: true } },
      'Its setlist was corrected on March 6, 2031, after the show was scored.',
    ],
  ])('links a show and says what it waits for: %o', async (given, text) => {
    await openCard(waiting(given))
    const link = await screen.findByRole('link', { name: 'Wednesday, March 5, 2031, The Barn' })
    expect(link.getAttribute('href')).toBe('/admin/shows/4')
    expect(screen.getByText(text)).toBeTruthy()
  })

  test('lists the faults of the source', async () => {
    const fault = { file: 'rows.csv', row: 6, show: 'york-1', field: 'set', message: 'is not a set' }
    await openCard({ ...NONE, faults: { at, count: 1, listed: [fault] } })
    expect(await screen.findByText('1 fault in the data of the source')).toBeTruthy()
    expect(screen.getByText('rows.csv, row 6, show york-1, field set:')).toBeTruthy()
  })

  test('links to the backups after one has failed, with what to do', async () => {
    await openCard({ ...NONE, failed_backup: { at, error: 'disk_full' } })
    const link = await screen.findByRole('link', { name: 'The backup of March 6, 2031 failed' })
    expect(link.getAttribute('href')).toBe('/admin/backups')
    expect(screen.getByText(/The disk is full/)).toBeTruthy()
  })

  test('links to the songs with a proposed name', async () => {
    await openCard({ ...NONE, song_renames: 2 })
    const link = await screen.findByRole('link', { name: '2 songs with a proposed name' })
    expect(link.getAttribute('href')).toBe('/admin/songs')
  })

  test('links to the reports', async () => {
    await openCard({ ...NONE, reports: 3 })
    const link = await screen.findByRole('link', { name: '3 reports to decide' })
    expect(link.getAttribute('href')).toBe('/admin/people')
  })

  test('names the secrets to enter again', async () => {
    await openCard({ ...NONE, unreadable_settings: ['SMTP_URL'] })
    const link = await screen.findByRole('link', { name: '1 stored secret cannot be read' })
    expect(link.getAttribute('href')).toBe('/admin/settings')
    expect(screen.getByText(/SMTP_URL\.$/)).toBeTruthy()
  })

  test('offers to import anyway what has stopped', async () => {
    const importing = fake(catalogueEndpoints.importCatalogue, () => {
      notices = NONE
      return { ok: { message: '60 songs were read.', songs: 60, tours: 0, shows: 0 } }
    })
    const { user } = await openCard(stopped, importing)
    expect(await screen.findByText('The import of March 6, 2031 stopped')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'import anyway' }))
    const question = await screen.findByRole('alertdialog', { name: 'Import anyway?' })
    expect(question.textContent).toContain('40 of 100 songs')
    await user.click(screen.getAllByRole('button', { name: 'import anyway' }).at(-1) ?? question)
    expect(await screen.findByText('60 songs were read.')).toBeTruthy()
    expect(importing.bodies).toEqual([{ confirm: true }])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('import anyway'))
    act(() => deliver('catalogue:changed', { topic: 'catalogue', from: 1, to: 2 }))
    await isQuiet()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'needs attention' }))
  })

  const ended = runOf({ id: 9, kind: 'import-catalogue', subject: 'catalogue', showId: null })
  test.each([
    ['catalogue:changed', () => deliver('catalogue:changed', { topic: 'catalogue', from: 1, to: 2 })],
    ['show:changed', () => deliver('show:changed', { topic: 'show:4', from: 1, to: 2, show })],
    ['run:changed', () => deliver('run:changed', { topic: 'runs', from: 1, to: 2, runs: [ended] })],
  ])('refetches on %s', async (_, change) => {
    await openCard(waiting({ unscored: 2 }))
    notices = NONE
    act(change)
    expect(await isQuiet()).toBeTruthy()
  })

  test('retries when the notices could not be loaded', async () => {
    fakeApi(failOnce(listNotices, { ok: NONE }))
    const { user } = renderPage(<NoticesCard />)
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await isQuiet()).toBeTruthy()
  })
})
