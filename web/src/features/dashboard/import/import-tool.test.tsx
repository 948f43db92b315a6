import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import type { ImportCheck } from '@called-it/shared/contract/import-checks'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { runOf } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { deliver } from '../../../lib/events/deliver.ts'
import { ImportTool } from './import-tool.tsx'

const { checkImport, importCatalogue } = catalogueEndpoints

function open(...routes: Parameters<typeof fakeApi>) {
  fakeApi(...routes, fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }))
  return renderPage(<ImportTool isBlocked={false} />)
}

const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))

const NOTHING: ImportCheck = {
  faults: { count: 0, listed: [] },
  refusal: null,
  question: null,
  changes: [],
  scores: { moved: 0, shows: 0, listed: [] },
}

describe('check of the import', () => {
  async function check(found: Partial<ImportCheck>) {
    const { user } = open(fake(checkImport, { ok: { ...NOTHING, ...found } }))
    await press(user, 'check')
    return screen.findByRole('dialog', { name: 'check of the import' })
  }

  test('lists faults, changes and scores', async () => {
    const listed = Array.from({ length: 100 }, (_, index) => ({
      ...{ file: 'rows.csv', row: index + 1, show: 'york-1', field: 'set', message: 'is not a set' },
    }))
    const dialog = await check({
      faults: { count: 2345, listed },
      question: 'This import would retire 40 of 100 songs.',
      changes: [{ noun: 'song', change: 'retired', count: 40, names: ['Anchor', 'Barge'] }],
      scores: { moved: 3, shows: 1, listed: [{ show: '2026-01-02, The Mill', moved: 3, predictions: 9 }] },
    })
    const faults = within(within(dialog).getByRole('list', { name: 'faults' })).getAllByRole('listitem')
    expect(faults).toHaveLength(101)
    expect(faults[1]?.textContent).toBe('rows.csv, row 2, show york-1, field set: is not a set')
    expect(faults[100]?.textContent).toBe('and 2,245 more')
    expect(dialog.textContent).toContain('This import would retire 40 of 100 songs.')
    expect(dialog.textContent).toContain('retired: 40 songs Anchor; Barge, and 38 more')
    expect(dialog.textContent).toContain('3 scores of 1 show would change')
    expect(dialog.textContent).toContain('2026-01-02, The Mill 3 of 9 fans')
  })

  test('lists two shows of one day at one venue', async () => {
    const logged = vi.spyOn(console, 'error')
    const show = { show: '2026-01-02, The Mill', moved: 3, predictions: 9 }
    const dialog = await check({ scores: { moved: 6, shows: 2, listed: [show, show] } })
    expect(within(dialog).getAllByText('2026-01-02, The Mill')).toHaveLength(2)
    expect(logged).not.toHaveBeenCalled()
  })

  test('says that nothing would change, or why nothing would be stored', async () => {
    const dialog = await check({})
    for (const text of ['None.', 'No song, tour or show would change.', 'No score would change.']) {
      expect(within(dialog).getByText(text)).toBeTruthy()
    }
  })

  test('says why an import would be refused', async () => {
    const dialog = await check({ refusal: 'rows.csv: is not UTF-8' })
    expect(within(dialog).getByText('rows.csv: is not UTF-8')).toBeTruthy()
    expect(within(dialog).queryByText('No score would change.')).toBeNull()
  })
})

describe('import that retires many songs', () => {
  const question = 'This import would retire 40 of 100 songs. Nothing was stored.'
  const result = { message: '60 songs were read.', songs: 60, tours: 0, shows: 0 }
  const importing = () =>
    fake(importCatalogue, ({ body }) =>
      body ? { ok: result } : { error: 'import_retires_many', message: question },
    )

  test('is repeated with a confirmation', async () => {
    const route = importing()
    const { user } = open(route)
    await press(user, 'import the catalogue')
    const dialog = await screen.findByRole('alertdialog', { name: 'Import anyway?' })
    expect(dialog.textContent).toContain(question)
    await press(user, 'import anyway')
    expect(await screen.findByText('60 songs were read.')).toBeTruthy()
    expect(route.bodies).toEqual([undefined, { confirm: true }])
  })

  test('is left alone without one', async () => {
    const route = importing()
    const { user } = open(route)
    await press(user, 'import the catalogue')
    await press(user, 'cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(route.bodies).toEqual([undefined])
    expect(screen.queryByText('Import Failed')).toBeNull()
  })

  test('asks also when the run ends after the response', async () => {
    const { user, queryClient } = open(fake(importCatalogue, { accepted: { runId: 9, status: 'queued' } }))
    await press(user, 'import the catalogue')
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.runs)).toBeDefined())
    const run = runOf({
      ...{ id: 9, kind: 'import-catalogue', subject: 'catalogue', showId: null },
      ...{ state: 'failed', result: null, error: { code: 'import_retires_many', message: question } },
    })
    act(() => deliver('run:changed', { topic: 'runs', from: 1, to: 2, runs: [run] }))
    expect(await screen.findByRole('alertdialog', { name: 'Import anyway?' })).toBeTruthy()
  })
})
